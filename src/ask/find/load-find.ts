import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';

// For the definitions of questions, which every command loads: what finds and redacts is loaded with the first name.

export async function findSession(read: StoreReader, name?: string): Promise<Session> {
  return (await import('./find-session.ts')).findSession(read, name);
}

export async function eventNamed(read: StoreReader, name: string, session?: string): Promise<Event> {
  return (await import('./event-named.ts')).eventNamed(read, name, session);
}
