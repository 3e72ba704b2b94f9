import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';
import { findEvent } from '../find/find-event.ts';
import { findSession } from '../find/find-session.ts';

export type Subject = { readonly event: Event } | { readonly session: Session };

/** What a name means that may be a session's or an event's; no name means the newest session. */
export async function findSubject(read: StoreReader, name?: string): Promise<Subject> {
  if (name?.startsWith('ev_')) return { event: await findEvent(read, name) };
  try {
    return { session: await findSession(read, name, { byIdAlone: true }) };
  } catch (error) {
    if (name === undefined || !isMissing(error)) throw error;
  }
  // The id of a step is also a word, and may be in the title or the file of a session.
  try {
    return { event: await findEvent(read, name) };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return { session: await sessionNamed(read, name) };
}

async function sessionNamed(read: StoreReader, name: string): Promise<Session> {
  try {
    return await findSession(read, name);
  } catch (error) {
    // A name with a colon is a session's, and then its own message says more.
    if (!isMissing(error) || name.includes(':')) throw error;
    throw new StemmaError('event-not-found', `There is no session or event "${redact(name)}" in this archive.`, {
      hint: '`stemma sessions --all` lists the sessions there are; `stemma timeline SESSION` shows the ids of events.',
    });
  }
}

function isMissing(error: unknown): error is StemmaError {
  return error instanceof StemmaError && (error.code === 'session-not-found' || error.code === 'event-not-found');
}
