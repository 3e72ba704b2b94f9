import type { DigestSubagent, Listed } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Outcome } from '../../model/words.ts';
import { DigestMaker, type DigestedFailure, type MadeDigest } from './make-digest.ts';

/** What is read of a session to sum it up; a store gives it. */
export interface SessionReader {
  events(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly Event[]>;
  failuresIn(session: SessionUid, page: { readonly limit: number; readonly offset: number }): Promise<readonly DigestedFailure[]>;
  surroundings(session: SessionUid): Promise<{
    readonly said: Outcome; readonly returned: boolean; readonly goesOn: SessionUid | null; readonly subagents: Listed<DigestSubagent>;
  }>;
}

/** Takes events one after another; what it makes of them is its own affair. */
export interface Accumulator {
  add(event: Event): void;
}

/** The digest of a session, made in one pass over its events; others may look on. It holds a page of them at a time. */
export async function readSession(
  read: SessionReader, session: Session, { now, others = [], between }: ReadingOptions,
): Promise<MadeDigest> {
  const maker = new DigestMaker();
  for (let after = 0; after < Infinity; ) {
    const events = await read.events(session.uid, { after, limit: eventsPerPage });
    for (const event of events) {
      maker.add(event);
      for (const other of others) other.add(event);
    }
    after = events.length < eventsPerPage ? Infinity : events.at(-1)!.seq;
    if (after < Infinity) await between?.();
  }
  if (session.errors > 0) await readFailures(read, session.uid, maker);
  const { said, returned, goesOn, subagents } = await read.surroundings(session.uid);
  return maker.done({ session, said, returned, goesOn: goesOn !== null, subagents, now });
}

export interface ReadingOptions {
  /** When this happens (ms). */
  readonly now: number;
  readonly others?: readonly Accumulator[];
  /** Called between pages; may end the reading by throwing. */
  readonly between?: () => Promise<void>;
}

async function readFailures(read: SessionReader, uid: SessionUid, maker: DigestMaker): Promise<void> {
  for (let offset = 0; ; offset += failuresPerPage) {
    const failures = await read.failuresIn(uid, { limit: failuresPerPage, offset });
    for (const failure of failures) maker.failure(failure);
    if (failures.length < failuresPerPage) return;
  }
}

const eventsPerPage = 1_000;
const failuresPerPage = 5_000;
