import { list, name, object, text } from '../../platform/parse-records.ts';

/** Content is a text, or parts of which some are texts. */
export function readable(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map(object)
    .map((part) => text(part['text']) ?? (part['type'] === 'text' ? '' : `[${name(part['type']) ?? 'part'}]`))
    .filter((words) => words !== '')
    .join('\n');
}
