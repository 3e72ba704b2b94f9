import { isObject, list, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/** A tool's result as text. Tools have result shapes of their own; one without text is shown as JSON. */
export function outputText(response: unknown): string {
  if (response === undefined || response === null) return '';
  if (typeof response === 'string') return response;
  if (Array.isArray(response))
    return response.every(hasText)
      ? response.map((part) => text(object(part)['text']) ?? '').join('\n')
      : JSON.stringify(response);
  if (!isObject(response)) return JSON.stringify(response) ?? '';
  return streams(response) ?? worded(response) ?? JSON.stringify(response);
}

/** Of a shell: both streams. */
function streams(response: JsonObject): string | undefined {
  const [out, err] = [text(response['stdout']), text(response['stderr'])];
  return out === undefined && err === undefined ? undefined : [out, err].filter((part) => part).join('\n');
}

const wordFields = ['llmContent', 'textResultForLlm', 'content', 'text', 'output', 'result'] as const;

function worded(response: JsonObject): string | undefined {
  const file = text(object(response['file'])['content']);
  if (file !== undefined) return file;
  for (const field of wordFields) {
    const value = response[field];
    if (typeof value === 'string') return value;
    if (list(value).length > 0 && list(value).every(hasText)) return outputText(value);
  }
  return undefined;
}

function hasText(part: unknown): boolean {
  return isObject(part) && typeof part['text'] === 'string';
}

/** Bytes written as a list of numbers. */
export function bytesText(value: unknown): string | undefined {
  const bytes = list(value);
  return bytes.length > 0 && bytes.every((byte) => number(byte) !== undefined)
    ? Buffer.from(bytes as number[]).toString('utf8')
    : undefined;
}
