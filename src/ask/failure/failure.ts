import type { StoreReader } from '../../store/store.ts';
import { failureOfEvent } from './failure-of-event.ts';
import type { EventFailure } from './failure-of-event.ts';
import { failureOfSession } from './failure-of-session.ts';
import type { SessionFailures } from './failure-of-session.ts';
import type { Subject } from './subject.ts';

export type FailureAnswer = EventFailure | SessionFailures;

export interface FailureOptions {
  /** Of a session at most so many failures (5); of an event so much of what it broke (20). */
  readonly limit?: number;
}

/** Of an event: what made it fail, from where it began, and what it broke. Of a session: its decisive failures. */
export async function failure(
  read: StoreReader,
  about: Subject,
  { limit }: FailureOptions = {},
): Promise<FailureAnswer> {
  if ('event' in about) return await failureOfEvent(read, about.event, { limit: limit ?? 20 });
  return await failureOfSession(read, about.session, { limit: limit ?? 5 });
}
