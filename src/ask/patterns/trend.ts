import { day } from '../../memory/freshness.ts';
import type { Recurrence } from '../../store/store.ts';

export interface Trend {
  /** How often in the last 30 days, and in the 30 before. */
  readonly now: number;
  readonly before: number;
  /** `new`: first seen in the last 30 days. `quiet`: not seen in them. */
  readonly word: 'new' | 'rising' | 'steady' | 'falling' | 'quiet';
}

/** When the last month began, and the one before it. A month: shorter, and a holiday is a trend. */
export function monthsBefore(now: number): { readonly recent: number; readonly before: number } {
  return { recent: now - month + 1, before: now - 2 * month + 1 };
}

/** Whether it comes more often than it did, from how many there were in these two months and before them. */
export function trendOf({ since, between, before }: Pick<Recurrence, 'since' | 'between' | 'before'>): Trend {
  return { now: since, before: between, word: trendWord(since, between, between + before > 0) };
}

const month = 30 * day;

function trendWord(now: number, before: number, isOld: boolean): Trend['word'] {
  if (now === 0) return 'quiet';
  if (!isOld) return 'new';
  // Counts scatter by about their square root: less than twice that is chance.
  const chance = 2 * Math.sqrt(now + before);
  if (now - before > chance || (before === 0 && now >= 3)) return 'rising';
  return before - now > chance ? 'falling' : 'steady';
}
