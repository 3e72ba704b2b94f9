import { name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { What } from '../../source.ts';
import { sessionId } from '../container/heading.ts';
import { uidLike } from '../uid-of.ts';
import { nameOfCall } from './keys.ts';
import type { OpenCodeContext, Response } from './memory.ts';
import { placeOf } from './messages.ts';

type Status = NonNullable<Extract<What, { is: 'result' }>['status']>;

/**
 * A call and its result are one part, rewritten with every change: pending while the model writes it, running with the
 * output so far, completed or error.
 */
export function call(
  context: OpenCodeContext,
  { id, response }: { readonly id: string; readonly response: Response | undefined },
  value: JsonObject,
  written: number | undefined,
): void {
  const state = object(value['state']);
  const { status, input } = state;
  if (status !== 'running' && status !== 'completed' && status !== 'error') return;
  const native = name(value['callID']) ?? id;
  const { key, isKnown } = nameOfCall(context.memory, native, id, response?.created);
  const times = object(state['time']);
  const start = number(times['start']) ?? written ?? response?.created;
  if (!isKnown) {
    context.emit(
      key,
      { is: 'call', tool: toolOf(value['tool'], input), input: input ?? null },
      { ...placeOf(context, response), native, at: start, role: 'assistant' },
    );
    context.step(key);
  }
  const metadata = object(state['metadata']);
  const child = value['tool'] === 'task' ? childOf(context, metadata) : undefined;
  if (child !== undefined)
    context.links.push({
      type: 'spawned',
      parent: context.session,
      call: native,
      child: uidLike(context.session, child),
    });
  if (status === 'running') return;

  const end = number(times['end']);
  const output = text(status === 'error' ? state['error'] : state['output']) ?? '';
  const ended = statusOf(value['tool'], state, metadata, output);
  const exitCode = number(metadata['exit']);
  context.emit(
    `${key}:result`,
    { is: 'result', call: key, output, ...(exitCode !== undefined && { exitCode }), status: ended },
    {
      role: 'tool',
      parent: key,
      turn: placeOf(context, response).turn,
      at: end ?? written ?? start,
      durationMs: end === undefined || start === undefined ? undefined : end - start,
    },
  );
  if (child !== undefined && ended !== 'denied')
    context.links.push({
      type: 'returned',
      child: uidLike(context.session, child),
      parent: context.session,
      step: key,
    });
}

/** The sub-agent that a call started. In a fork it still names the original session. */
function childOf({ session }: OpenCodeContext, { sessionId: child, parentSessionId }: JsonObject): string | undefined {
  const parent = sessionId(parentSessionId);
  return parent === undefined || uidLike(session, parent) === session ? sessionId(child) : undefined;
}

/** A tool that does not exist is called `invalid`, and so is one whose arguments could not be read. */
function toolOf(tool: unknown, input: unknown): string {
  return (tool === 'invalid' ? name(object(input)['tool']) : undefined) ?? name(tool) ?? 'unknown';
}

/**
 * A failing command is completed too, and so is an interrupted one: its exit code and the end of its output show it.
 */
function statusOf(tool: unknown, state: JsonObject, metadata: JsonObject, output: string): Status {
  if (state['status'] === 'error') {
    if (isDenial(output)) return 'denied';
    return metadata['interrupted'] === true || output === 'Tool execution aborted' ? 'interrupted' : 'failed';
  }
  if (tool === 'invalid' || /^<task id="[^"]*" state="error"/.test(output)) return 'failed';
  const closing = output.slice(output.lastIndexOf('<shell_metadata>') + 1 || output.length);
  if (/\baborted the command\b/.test(closing)) return 'interrupted';
  return /\bexceed(?:ed|ing) timeout\b/.test(closing) ? 'failed' : 'ok';
}

function isDenial(error: string): boolean {
  return /^The user (?:rejected permission to use|has specified a rule which prevents)/.test(error);
}
