import { redact } from '../platform/redact.ts';
import type { CallText } from './call-text.ts';
import { errorLines } from './error-line.ts';
import { flat, plain } from './one-line.ts';
import { twoEnds } from './two-ends.ts';

/** The longest text to find an event by, in bytes of UTF-8. */
export const searchBytes = 400;
const window = 1200;

export function textSearch(text: string): string | null {
  return searchable(text.slice(0, window));
}

export function callSearch(tool: string, { about, more }: CallText): string | null {
  return searchable(`${tool} ${about.slice(0, 600)}\n${more.slice(0, 400)}`);
}

/** What went wrong; the whole of an output is not searched. */
export function failureSearch(body: string, reason: string | null): string | null {
  const lines = errorLines(twoEnds(body), 6);
  const first = reason === null || lines.includes(reason) ? [] : [reason];
  return searchable([...first, ...lines].join('\n').slice(0, window));
}

function searchable(text: string): string | null {
  const clean = flat(redact(plain(text)));
  return clean === '' ? null : cutBytes(clean);
}

function cutBytes(text: string): string {
  // No character takes more than three bytes per unit of its length.
  if (text.length * 3 <= searchBytes) return text;
  return text.slice(0, encoder.encodeInto(text, scratch).read);
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(searchBytes);
