import { descendants } from '../../ask/walk/descendants.ts';
import type { Descendant } from '../../ask/walk/descendants.ts';
import { failure } from '../../ask/failure/failure.ts';
import type { FailureAnswer } from '../../ask/failure/failure.ts';
import { findSubject } from '../../ask/failure/subject.ts';
import { findEvent } from '../../ask/find/find-event.ts';
import { refOf } from '../../ask/walk/step.ts';
import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';

/** A page of a long answer. */
export interface EventsPage {
  /** 1 to 1,000; 1,000 when absent. */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: number;
}

export interface EventsAnswer<Found = Event> {
  readonly event: Event;
  readonly events: readonly Found[];
  readonly truncated: boolean;
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface TreePage extends EventsPage {
  /** 1 is children, 2 their children too; 10 when absent. */
  readonly depth?: number;
}

type Pagination = Required<EventsPage>;

/** The event's parent, the parent of that, and so on, nearest first. */
export async function parentChainOf(read: StoreReader, name: string, page: Pagination): Promise<EventsAnswer> {
  const event = await findEvent(read, name);
  return paged(event, page, async (count) => (await read.parentChain(refOf(event.id), count + 1)).slice(1));
}

export async function childEventsOf(read: StoreReader, name: string, page: Pagination): Promise<EventsAnswer> {
  const event = await findEvent(read, name);
  return paged(event, page, (count) => read.childEvents(refOf(event.id), count));
}

/** All that hangs under the event, nearest first. */
export async function eventTreeOf(
  read: StoreReader,
  name: string,
  { depth, ...page }: Required<TreePage>,
): Promise<EventsAnswer<Descendant>> {
  const event = await findEvent(read, name);
  return paged(event, page, (count) => descendants(read, event, depth, count));
}

/** The latest events of the session, newest first; before anything was logged there are none. */
export async function recentEventsOf(read: StoreReader, session: SessionUid, limit: number): Promise<readonly Event[]> {
  return await read.recentEvents(session, { limit });
}

export async function failureChainOf(read: StoreReader, name: string): Promise<FailureAnswer> {
  return await failure(read, await findSubject(read, name));
}

/** `first` returns the first so many; one more than wanted shows whether there are more. */
async function paged<Found>(
  event: Event,
  { limit, after }: Pagination,
  first: (count: number) => Promise<readonly Found[]>,
): Promise<EventsAnswer<Found>> {
  const until = after + limit;
  const found = await first(until + 1);
  const truncated = found.length > until;
  return { event, events: found.slice(after, until), truncated, next: truncated ? until : null };
}
