import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { findEvent } from './find-event.ts';
import { findSession } from './find-session.ts';

/** The event a name means, in one session or anywhere. */
export async function eventNamed(read: StoreReader, name: string, session?: string): Promise<Event> {
  return findEvent(read, name, session === undefined ? undefined : (await findSession(read, session)).uid);
}
