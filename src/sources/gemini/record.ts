import { isObject, list, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/** A line of the log, or a message of a session that is one JSON object. Only that it is an object is certain. */
export type Rec = JsonObject;
export type Part = JsonObject;

/** An id of a session, an agent or a message. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value) ? value : undefined;
}

/** The parts of a message, which may be a text, a part or a list of both. */
export function partsOf(content: unknown): readonly Part[] {
  const parts = Array.isArray(content) ? list(content) : [content];
  return parts.flatMap((part) => (typeof part === 'string' ? [{ text: part }] : isObject(part) ? [part] : []));
}

/** The parts as text, with a placeholder for everything else. */
export function readable(parts: readonly Part[]): string {
  return parts
    .filter((part) => part['thought'] !== true)
    .map((part) => text(part['text']) ?? ('inlineData' in part || 'fileData' in part ? '[attachment]' : ''))
    .filter((part) => part !== '')
    .join('\n');
}
