import { day } from '../../memory/freshness.ts';

export interface Trend {
  /** How often in the last 30 days, and in the 30 before. */
  readonly now: number;
  readonly before: number;
  /** `new`: first seen in the last 30 days. `quiet`: not seen in them. */
  readonly word: 'new' | 'rising' | 'steady' | 'falling' | 'quiet';
}

/** Whether it comes more often than it did. A month: shorter, and a holiday is a trend. */
export function trendOf(times: readonly number[], now: number): Trend {
  const recent = times.filter((at) => at > now - month).length;
  const before = times.filter((at) => at > now - 2 * month && at <= now - month).length;
  return { now: recent, before, word: wordFor(recent, before, times.some((at) => at <= now - month)) };
}

const month = 30 * day;

function wordFor(now: number, before: number, isOld: boolean): Trend['word'] {
  if (now === 0) return 'quiet';
  if (!isOld) return 'new';
  // Counts scatter by about their square root: less than twice that is chance.
  const chance = 2 * Math.sqrt(now + before);
  if (now - before > chance || (before === 0 && now >= 3)) return 'rising';
  return before - now > chance ? 'falling' : 'steady';
}
