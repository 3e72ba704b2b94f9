import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { DigestedFailure, DigestFacts } from '../../model/digest-facts.ts';
import { DigestMaker, type MadeDigest } from './make-digest.ts';
import { wasActive } from './running.ts';

/** What is read of a session to derive its digest; a store implements it. */
export interface SessionReader {
  bareEvents(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly Event[]>;
  failuresIn(
    session: SessionUid,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly DigestedFailure[]>;
  surroundings(session: SessionUid): Promise<DigestFacts | undefined>;
}

/** Takes events one after another. */
export interface Accumulator {
  add(event: Event): void;
}

/**
 * The digest of a session, made in one pass over its events, which others may observe. It holds a page of them at a
 * time. Undefined when the session is not here, or was active too recently.
 */
export async function readSession(
  read: SessionReader,
  session: SessionUid,
  { now, restMs = 0, others = [], between }: ReadingOptions,
): Promise<MadeDigest | undefined> {
  const facts = await read.surroundings(session);
  if (facts === undefined || wasActive(facts.endedAt, now, restMs)) return undefined;
  const maker = new DigestMaker();
  for (let after = 0; after < Infinity;) {
    const events = await read.bareEvents(session, { after, limit: eventsPerPage });
    for (const event of events) {
      maker.add(event);
      for (const other of others) other.add(event);
    }
    after = events.length < eventsPerPage ? Infinity : events.at(-1)!.seq;
    if (after < Infinity) await between?.();
  }
  await readFailures(read, session, maker);
  return judgedDigest(maker.done(session, facts, wasActive(facts.endedAt, now)), facts);
}

/** A model that read the session knows more of its outcome than rules do. */
function judgedDigest(made: MadeDigest, { judged }: DigestFacts): MadeDigest {
  if (judged === undefined) return made;
  const { what, reason, model, at } = judged;
  const outcome = { what, reason, step: made.digest.outcome.step, judged: { model, at } };
  return { ...made, digest: { ...made.digest, outcome } };
}

export interface ReadingOptions {
  /** When this happens (ms). */
  readonly now: number;
  /** Skip it if it was active within this time (ms). */
  readonly restMs?: number | undefined;
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

const eventsPerPage = 500;
const failuresPerPage = 2_000;
