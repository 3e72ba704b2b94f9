import { isObject, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { What } from '../../source.ts';
import { linksOfOutput } from './agents.ts';
import { cellYielded } from './code-mode.ts';
import type { CodexContext, Ending } from './memory.ts';
import { parsed, partTexts, passthrough } from './record.ts';
import { promptOf } from './turns.ts';

type Status = Extract<What, { is: 'result' }>['status'];

/** The output of a call, with its ending where an item or event before recorded it. */
export function output(context: CodexContext, payload: JsonObject): void {
  const key = name(payload['call_id']) ?? name(payload['id']);
  if (key === undefined) return;
  const open = context.memory.calls.get(key);
  context.memory.calls.delete(key);

  const { shown, stated } = readOutput(payload);
  const ended: Ending = { ...stated, ...open?.ended };
  const status = statusOf(shown, ended);
  const prompt = promptOf(context.memory, passthrough(payload).turn ?? open?.turn);
  // A call that still runs, was interrupted or never ran has no exit code of its own, whatever number is there (-1).
  const exit =
    (status === 'ok' || status === 'failed') && ended.exitCode !== undefined ? { exitCode: ended.exitCode } : {};
  context.emit(
    `${key}:result`,
    { is: 'result', call: key, output: shown, ...exit, ...(status ? { status } : {}) },
    { role: 'tool', parent: key, turn: prompt, durationMs: ended.durationMs },
  );
  cellYielded(context, key, open, shown);
  if (open) linksOfOutput(context, key, open.tool, shown);
}

/** `tool_search_output` lists the tools that were found. */
export function toolSearchOutput(context: CodexContext, payload: JsonObject): void {
  output(context, { ...payload, output: JSON.stringify(payload['tools'] ?? null) });
}

function readOutput(payload: JsonObject): { shown: string; stated: Ending } {
  const output = payload['output'];
  if (Array.isArray(output)) return { shown: joined(partTexts(output)), stated: {} };
  if (isObject(output))
    return {
      shown: text(output['content']) ?? JSON.stringify(output),
      stated: output['success'] === false ? { status: 'failed' } : {},
    };
  const shown = text(output) ?? '';
  // Until 0.118, and for apply_patch: `{"output": …, "metadata": {"exit_code", "duration_seconds"}}` in a string.
  const wrapped = shown.startsWith('{"output":') ? parsed(shown) : undefined;
  const inner = isObject(wrapped) ? text(wrapped['output']) : undefined;
  if (!isObject(wrapped) || inner === undefined) return { shown, stated: {} };
  const { exit_code: code, duration_seconds: seconds } = object(wrapped['metadata']);
  return {
    shown: inner,
    stated: {
      ...(number(code) === undefined ? {} : { exitCode: number(code)! }),
      ...(number(seconds) === undefined ? {} : { durationMs: Math.round(number(seconds)! * 1000) }),
    },
  };
}

/** A script's outputs are parts of their own; each begins on a new line. */
function joined(parts: readonly string[]): string {
  return parts.reduce((all, part) => (all === '' || all.endsWith('\n') ? all + part : `${all}\n${part}`), '');
}

function statusOf(shown: string, ended: Ending): Status {
  const start = shown.slice(0, 240);
  if (/^(?:Wall time: [^\n]*\n)?aborted(?: by user\b|$)/.test(start)) return 'interrupted';
  if (/^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process running with session ID /.test(start)) return 'running';
  if (start.startsWith('Script running with cell ID ')) return 'running';
  if (ended.status) return ended.status;
  if (ended.exitCode !== undefined) return ended.exitCode === 0 ? 'ok' : 'failed';
  if (start.startsWith('Script completed\n')) return 'ok';
  const line = start.split('\n', 1)[0]!;
  if (
    /\b(?:rejected|denied|declined|forbidden) by (?:the )?(?:user|policy)\b/.test(line) &&
    !/^(?:Chunk ID|Exit code|Wall time):/.test(line)
  )
    return 'denied';
  return ownFailures.some((mark) => start.startsWith(mark)) ? 'failed' : undefined;
}

/** Codex's own messages for a tool that failed; these outputs have neither flag nor exit code. */
const ownFailures = [
  'apply_patch verification failed',
  'unsupported call: ',
  'unsupported custom tool call: ',
  'failed to parse function arguments',
  'failed in sandbox',
  'execution error',
  'error: Failed to find expected lines',
  'exec_command failed',
  'write_stdin failed',
  'Script failed',
];
