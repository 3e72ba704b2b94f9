import { isObject, name, number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { CodexContext, Ending } from './memory.ts';
import { reference } from './record.ts';

/**
 * Codex records how a call ended in a record of its own: an event (`exec_command_end`, until 0.140) or an item
 * (`CommandExecution`, 0.166). In every generation it comes before the call's output, and is kept for it. When it comes
 * after, the output has already shown that the process was aborted, or still runs.
 */
export function ended(context: CodexContext, callId: string | undefined, ending: Ending, process?: string): void {
  if (callId === undefined) return;
  const { calls } = context.memory;
  const call = calls.get(callId);
  if (call) {
    call.ended = ending;
    return;
  }
  // A long-running command keeps its first call's id, but its exit reaches the model in the `write_stdin` that polls
  // it.
  const poll = process === undefined ? undefined : [...calls.values()].find((open) => open.process === process);
  if (!poll) return;
  const { durationMs: _, ...exit } = ending;
  poll.ended = exit;
}

export function endEvent(context: CodexContext, payload: JsonObject): void {
  ended(
    context,
    name(payload['call_id']),
    endingOf(payload, durationOf(payload['duration'])),
    reference(payload['process_id']),
  );
}

/** `{status, exit_code, success, result}` of an item or event. */
export function endingOf(record: JsonObject, durationMs: number | undefined): Ending {
  const exitCode = number(record['exit_code']);
  const status = statusOf(record);
  return {
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(status === undefined ? {} : { status }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

function statusOf(record: JsonObject): Ending['status'] {
  if (record['status'] === 'declined') return 'denied';
  if (record['status'] === 'failed' || record['success'] === false) return 'failed';
  const result = object(record['result']);
  if (
    'Err' in result ||
    object(result['Ok'])['isError'] === true ||
    result['isError'] === true ||
    isObject(record['error'])
  )
    return 'failed';
  return record['status'] === 'completed' || record['success'] === true || 'Ok' in result ? 'ok' : undefined;
}

function durationOf(value: unknown): number | undefined {
  const seconds = number(object(value)['secs']);
  const nanos = number(object(value)['nanos']);
  return seconds === undefined && nanos === undefined
    ? undefined
    : Math.round((seconds ?? 0) * 1000 + (nanos ?? 0) / 1e6);
}
