import { StemmaError } from '../../model/stemma-error.ts';
import { parseTime } from '../../platform/parse-time.ts';

/** The time of `since:7d` in the text of a search. */
export function timeIn(typed: string, now: number): number {
  const time = parseTime(typed, now);
  if (time !== undefined) return time;
  throw new StemmaError('bad-argument', `"since:${typed}" has no day or time.`, {
    hint: 'Write a day such as since:2026-01-31, or how long ago: since:12h, since:7d, since:18mo.',
  });
}
