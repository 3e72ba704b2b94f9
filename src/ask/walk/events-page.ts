import type { Event } from '../../model/event.ts';

/** A page of events around one event. */
export interface EventsAnswer<Found = Event> {
  readonly event: Event;
  readonly events: readonly Found[];
  readonly truncated: boolean;
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface PageOptions {
  readonly limit: number;
  /** How many to leave out: `next` of the page before. */
  readonly after: number;
}

/** `first` returns the first so many; one more than wanted shows whether there are more. */
export async function eventsPage<Found>(
  event: Event,
  { limit, after }: PageOptions,
  first: (count: number) => Promise<readonly Found[]>,
): Promise<EventsAnswer<Found>> {
  const until = after + limit;
  const found = await first(until + 1);
  const truncated = found.length > until;
  return { event, events: found.slice(after, until), truncated, next: truncated ? until : null };
}
