import { findEvent } from '../ask/find/find-event.ts';
import { findSession } from '../ask/find/find-session.ts';
import type { Event } from '../model/event.ts';
import type { StoreReader } from '../store/store.ts';

/** The event that is meant, in one session or anywhere. */
export async function namedEvent(read: StoreReader, name: string, session?: string): Promise<Event> {
  return findEvent(read, name, session === undefined ? undefined : (await findSession(read, session)).uid);
}
