import { clean } from './clean.ts';
import { errorLines } from '../failures/error-line.ts';
import { flat, plain } from './one-line.ts';
import { twoEnds } from './two-ends.ts';

/** The longest text to find an event by, in bytes of UTF-8. */
export const searchBytes = 400;

/** Of a text that was cleaned already. */
export function textSearch(text: string): string | null {
  const line = flat(text, searchBytes);
  return line === '' ? null : cutBytes(line);
}

/** What a call is, cleaned, and what else there is to find it by. */
export function callSearch(about: string, more: string): string | null {
  return textSearch(more === '' ? about : `${about.slice(0, 600)}\n${clean(more.slice(0, 400))}`);
}

/** The error only; a whole output is not searchable. */
export function failureSearch(body: string, reason: string | null): string | null {
  const lines = errorLines(plain(twoEnds(body, 4000)), 6);
  const first = reason === null || lines.includes(reason) ? [] : [reason];
  return textSearch(clean([...first, ...lines].join('\n')));
}

function cutBytes(text: string): string {
  // No character takes more than three bytes per unit of its length.
  if (text.length * 3 <= searchBytes) return text;
  return text.slice(0, encoder.encodeInto(text, scratch).read);
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(searchBytes);
