import type { DigestOutcome } from '../../../model/digest.ts';
import type { EventId } from '../../../model/ids.ts';

export function unknown(reason: string, step: EventId | null = null): DigestOutcome {
  return { what: 'unknown', reason, step };
}

/** A text of the session in a reason: short. */
export function quoted(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119).trimEnd()}…` : text;
}

export function withoutDot(text: string): string {
  return text.replace(/\.$/, '');
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
