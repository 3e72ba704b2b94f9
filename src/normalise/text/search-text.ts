import { clean } from './clean.ts';
import { keyLines } from '../failures/error-line.ts';
import { flat, plain } from './one-line.ts';
import { twoEnds } from './two-ends.ts';

/** The longest text to find an event by, in bytes of UTF-8. */
export const searchBytes = 400;
/** Of a failure: people search for whichever of its lines they remember. */
const failureBytes = 1000;

/** Of a text that was cleaned already. */
export function textSearch(text: string, bytes = searchBytes): string | null {
  const line = flat(text, bytes);
  return line === '' ? null : cutBytes(line, bytes);
}

/** What a call is, cleaned, and what else there is to find it by. */
export function callSearch(about: string, more: string): string | null {
  return textSearch(more === '' ? about : `${about.slice(0, 600)}\n${clean(more.slice(0, 400))}`);
}

/** The lines that name the failure only; a whole output is not searchable. */
export function failureSearch(body: string, reason: string | null): string | null {
  const lines = keyLines(plain(twoEnds(body, 4000)), 6);
  const first = reason === null || lines.includes(reason) ? [] : [reason];
  return textSearch([...first, ...lines].map(clean).join('\n'), failureBytes);
}

function cutBytes(text: string, bytes: number): string {
  // No character takes more than three bytes per unit of its length.
  if (text.length * 3 <= bytes) return text;
  return text.slice(0, encoder.encodeInto(text, scratch.subarray(0, bytes)).read);
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(failureBytes);
