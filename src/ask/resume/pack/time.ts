import type { Event } from '../../../model/event.ts';

/** `14:05`, UTC; empty where no time is recorded. */
export function timeOf({ at }: Event): string {
  return at?.slice(11, 16) ?? '';
}
