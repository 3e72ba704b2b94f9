import { list, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readable } from './record.ts';

export interface Result {
  readonly output: string;
  readonly exitCode?: number;
  readonly status: 'ok' | 'failed' | 'denied' | 'running';
}

/** A failing command is `completed` too: its exit code is in `rawOutput`. A tool that failed is `failed`. */
export function readResult(update: JsonObject): Result {
  const raw = object(update['rawOutput']);
  const exitCode = number(raw['exit_code']);
  const isCut = raw['timed_out'] === true || (raw['signal'] !== null && raw['signal'] !== undefined);
  const isRunning = exitCode === undefined && /background/i.test(text(raw['type']) ?? '');
  const output = outputOf(update, raw);
  return {
    output,
    ...(exitCode === undefined ? {} : { exitCode }),
    status: isRunning
      ? 'running'
      : update['status'] === 'failed' && output.startsWith('User rejected the execution')
        ? 'denied'
        : update['status'] === 'failed' || isCut || (exitCode !== undefined && exitCode !== 0)
          ? 'failed'
          : 'ok',
  };
}

/** An edit shows its diff instead of a result; what the model received is in the raw output. */
function outputOf(update: JsonObject, raw: JsonObject): string {
  const shown = readable(update['content']);
  if (shown !== '') return shown;
  const [, outcome] = Object.entries(raw).find(([field]) => /^[A-Z]/.test(field)) ?? [];
  return (
    text(object(outcome)['tool_output_for_prompt']) ??
    text(object(outcome)['message']) ??
    text(outcome) ??
    text(raw['output_for_prompt']) ??
    printed(raw['output'])
  );
}

/** A command's output is a list of bytes; an MCP server's result is under `OkayOutput` or `Error`. */
function printed(output: unknown): string {
  if (typeof output === 'string') return output;
  const { OkayOutput: answer, Error: error } = object(output);
  if (answer !== undefined || error !== undefined) return text(answer) ?? text(error) ?? '';
  const bytes = list(output);
  return bytes.every((byte) => typeof byte === 'number') ? Buffer.from(bytes as number[]).toString() : '';
}
