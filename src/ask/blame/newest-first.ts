import type { Event } from '../../model/event.ts';

/** The clock tells sessions apart, their own order the steps of each. What has no time is older than what has. */
export function newestFirst(a: Event, b: Event): number {
  if (a.session === b.session) return b.seq - a.seq;
  const [one, other] = [a.at ?? '', b.at ?? ''];
  return one < other ? 1 : one > other ? -1 : 0;
}
