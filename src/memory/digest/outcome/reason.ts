import type { DigestOutcome } from '../../../model/digest.ts';
import type { EventId } from '../../../model/ids.ts';

export function unknown(reason: string, step: EventId | null = null): DigestOutcome {
  return { what: 'unknown', reason, step };
}

/** The first words of a text of the session. */
export function quoted(text: string, max = 8): string {
  const words = text.trim().split(/\s+/);
  const start = words.slice(0, max).join(' ');
  const isWhole = words.length <= max && start.length <= longestQuote;
  return isWhole ? withoutDot(start) : `${start.slice(0, longestQuote).replace(/[\s.,;:…]+$/, '')}…`;
}

/** A reason is one short sentence. */
export function sentence(text: string): string {
  const short = cut(text, maxWords);
  return /[.!?…]"?$/.test(short) ? short : `${short}.`;
}

export function withoutDot(text: string): string {
  return text.replace(/\.$/, '');
}

/** Enough of a reason to be followed by a few words more. */
export function shortened(reason: string): string {
  return cut(withoutDot(reason), maxWords - 5);
}

function cut(text: string, max: number): string {
  const words = text.split(/\s+/);
  if (words.length <= max) return text;
  const start = `${words
    .slice(0, max)
    .join(' ')
    .replace(/[.,;:…"]+$/, '')}…`;
  const opensQuote = start.split('"').length % 2 === 0;
  return opensQuote ? `${start}"` : start;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const maxWords = 20;
const longestQuote = 64;
