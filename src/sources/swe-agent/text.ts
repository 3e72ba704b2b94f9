import { isObject, list, text } from '../../platform/parse-records.ts';

/** A content is a text, or a list of parts of which some are texts. */
export function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return list(value)
    .map((part) => (isObject(part) ? (text(part['text']) ?? '') : ''))
    .filter((part) => part !== '')
    .join('\n');
}
