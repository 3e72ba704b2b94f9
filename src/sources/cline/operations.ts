import { isObject, list, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { parsedText, textsOf } from './record.ts';
import type { Part } from './record.ts';

export interface Answer {
  readonly output: string;
  readonly failed: boolean;
  readonly exitCode?: number;
}

/**
 * The result of a tool. One call of `run_commands` or `read_files` may do several things: it failed when one of them
 * did. That is recorded inside only, and the editor's result is JSON in a string.
 */
export function answerIn(content: unknown): Answer {
  const value = typeof content === 'string' ? (parsedText(content) ?? content) : content;
  const operations = (Array.isArray(value) ? list(value) : [value]).filter(isOperation);
  if (operations.length > 0) return together(operations.map(readOperation));
  if (isObject(value)) return ofAgent(value);
  const output =
    typeof content === 'string' ? content : textsOf(list(content).filter(isObject) as readonly Part[]).join('\n');
  return { output, failed: false };
}

interface Operation extends Answer {
  readonly query: string;
}

function isOperation(value: unknown): value is JsonObject {
  return isObject(value) && typeof value['success'] === 'boolean';
}

function readOperation(operation: JsonObject): Operation {
  const result = words(operation['result']);
  const error = text(operation['error']) ?? '';
  const stated = exit.exec(result) ?? exit.exec(error);
  const shown = result.replace(exit, '').trim() === '' ? '' : result.replace(exit, '');
  const isShown = error === '' || (stated !== null && exit.test(error)) || shown.includes(error);
  return {
    query: text(operation['query']) ?? '',
    output: [shown, isShown ? '' : error].filter((piece) => piece !== '').join('\n') || error,
    failed: operation['success'] === false,
    ...(stated ? { exitCode: Number(stated[1]) } : {}),
  };
}
const exit = /^\[?Command exited with code (-?\d+)\]?(?:\r?\n)*/;

function together(operations: readonly Operation[]): Answer {
  const [only] = operations;
  const culprit = operations.find(({ failed }) => failed);
  const exitCode = (culprit ?? only)?.exitCode;
  return {
    output:
      operations.length === 1
        ? only!.output
        : operations.map(({ query, output }) => `${query}\n${output}`.trimEnd()).join('\n\n'),
    failed: culprit !== undefined,
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

/** A sub-agent's result is its last message and how it ended. */
function ofAgent(value: JsonObject): Answer {
  const ended = text(value['finishReason']);
  return {
    output: text(value['text']) ?? text(value['error']) ?? JSON.stringify(value),
    failed: ended === 'error' || ended === 'aborted' || typeof value['error'] === 'string',
  };
}

function words(result: unknown): string {
  if (typeof result === 'string') return result;
  if (Array.isArray(result)) return textsOf(result.filter(isObject)).join('\n');
  return result === undefined || result === null ? '' : JSON.stringify(result);
}
