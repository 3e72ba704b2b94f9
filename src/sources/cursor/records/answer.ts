import { isObject, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { What } from '../../source.ts';

export type Answer = Pick<Extract<What, { is: 'result' }>, 'output' | 'status' | 'exitCode'>;

/** How a call of a chat store ended: the tool's own outcome lies beside the text for the model. */
export function answerOf(tool: string | undefined, output: string, part: JsonObject, message: JsonObject): Answer {
  const outcome = object(object(object(message['providerOptions'])['cursor'])['highLevelToolCallResult']);
  const inside = object(outcome['output']);
  const ended = object(inside['success'] ?? inside['failure']);
  const isShell = tool !== undefined && /^(?:shell|run_terminal_c)/i.test(tool);
  const exitCode = number(ended['exitCode']) ?? (isShell ? exitCodeIn(output) : undefined);
  const isRefused = isObject(inside['rejected']) || isObject(inside['permissionDenied']);
  const hasFailed =
    part['isError'] === true ||
    outcome['isError'] === true ||
    inside['isError'] === true ||
    isObject(inside['error']) ||
    isObject(inside['failure']);
  return {
    output,
    status: isRefused ? 'denied' : hasFailed ? 'failed' : 'ok',
    ...(exitCode !== undefined && { exitCode }),
  };
}

function exitCodeIn(output: string): number | undefined {
  const stated = /^Exit code: (\d{1,5})\s*$/m.exec(output.slice(0, 200))?.[1];
  return stated === undefined ? undefined : Number(stated);
}

/** The text of a tool's result in the editor, which is JSON with a shape per tool. */
export function editorOutput(result: JsonObject): string | undefined {
  for (const field of ['output', 'contents', 'content', 'text', 'diff'] as const) {
    const words = text(result[field]);
    if (words !== undefined) return words;
  }
  return undefined;
}
