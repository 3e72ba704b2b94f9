import { day } from '../../memory/freshness.ts';

export interface Trend {
  /** How often in the last 30 days, and in the 30 before. */
  readonly now: number;
  readonly before: number;
  /** `new`: first seen in the last 30 days. `quiet`: not seen in them. */
  readonly word: 'new' | 'rising' | 'steady' | 'falling' | 'quiet';
}

/** Whether it comes more often than it did, from how many there were in a span: `since` and `until` belong to it. A month: shorter, and a holiday is a trend. */
export async function trendOf(count: (span: Span) => Promise<number>, now: number): Promise<Trend> {
  const recent = await count({ since: now - month + 1 });
  const before = await count({ since: now - 2 * month + 1, until: now - month });
  const isOld = before > 0 || (await count({ until: now - 2 * month })) > 0;
  return { now: recent, before, word: wordFor(recent, before, isOld) };
}

export interface Span {
  readonly since?: number;
  readonly until?: number;
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
