import { redact } from '../../platform/redact.ts';
import { moreOfNames } from '../../platform/search/names.ts';
import { clean } from './clean.ts';
import { keyLines } from '../failures/error-line.ts';
import { flat, plain } from './one-line.ts';
import { textTerms } from './text-terms.ts';
import { twoEnds } from './two-ends.ts';

/** The longest text to find an event by, in bytes of UTF-8. */
export const searchBytes = 400;
/** Of a failure: people search for whichever of its lines they remember. */
const failureBytes = 1000;

/** Of a text that was cleaned already. */
export function textSearch(text: string, bytes = searchBytes): string | null {
  const line = flat(text, bytes);
  if (line === '') return null;
  const beginning = cutBytes(line, bytes);
  const more = moreOfNames(beginning);
  return more.length === 0 ? beginning : `${beginning}\n${more.join(' ')}`;
}

/** Of what a person or a model wrote: its beginning, cleaned already, and the terms of the rest. */
export function messageSearch(beginning: string, whole: string): string | null {
  return withTerms(textSearch(beginning), whole.length > searchBytes ? whole : '');
}

/** What a call is, cleaned, and what else there is to find it by. */
export function callSearch(about: string, more: string): string | null {
  const text = textSearch(more === '' ? about : `${about.slice(0, 600)}\n${clean(more.slice(0, 400))}`);
  return withTerms(text, more.length > searchBytes ? more : '');
}

/** The lines that name the failure, and the terms of the whole output. */
export function failureSearch(body: string, reason: string | null): string | null {
  const lines = keyLines(plain(twoEnds(body, 4000)), 6);
  const first = reason === null || lines.includes(reason) ? [] : [reason];
  return withTerms(textSearch([...first, ...lines].map(clean).join('\n'), failureBytes), body);
}

/** The terms of an output. */
export function outputSearch(body: string): string | null {
  return withTerms(null, body);
}

/**
 * Names are found as if they were in the beginning. Plain words are kept apart: every long text has most of them, and
 * would be found by any question. Redacted as a whole first: a part of a key is not recognised any more.
 */
function withTerms(text: string | null, whole: string): string | null {
  if (whole === '') return text;
  const terms = textTerms(redact(plain(twoEnds(whole, endBytes))), text, maxTerms);
  if (terms === '') return text;
  return text === null ? terms : `${text}\n${terms}`;
}

/** Of either end of a text: all of most. */
const endBytes = 32_000;
/** Most outputs have fewer. More would let listings of symbols take most of the index. */
const maxTerms = { names: 200, words: 1_000 };

function cutBytes(text: string, bytes: number): string {
  // No character takes more than three bytes per unit of its length.
  if (text.length * 3 <= bytes) return text;
  return text.slice(0, encoder.encodeInto(text, scratch.subarray(0, bytes)).read);
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(failureBytes);
