import type { Event } from '../../model/event.ts';

/** Sessions are ordered by time, steps by their position. Steps without a time count as older. */
export function newestFirst(a: Event, b: Event): number {
  if (a.session === b.session) return b.seq - a.seq;
  const [one, other] = [a.at ?? '', b.at ?? ''];
  return one < other ? 1 : one > other ? -1 : 0;
}
