import type { Digest, DigestSubagent, Listed } from './digest.ts';
import type { EventId, SessionUid } from './ids.ts';
import type { JudgedBy, JudgedOutcome } from './judgement.ts';
import type { ChainState, ErrorKind, Outcome } from './words.ts';

/** Facts about a session that a digest needs and its events do not show. */
export interface DigestFacts {
  readonly cost: Digest['cost'];
  /** When something last happened (ms). */
  readonly endedAt: number | null;
  readonly isSubagent: boolean;
  /** The outcome its agent recorded. */
  readonly recordedOutcome: Outcome;
  /** The outcome a model judged, and who it was. */
  readonly judged?: JudgedOutcome & JudgedBy;
  /** Of a sub-agent: whether its result reached the session that started it. */
  readonly returned: boolean;
  /** A session that resumes it, or continues it after a compaction. */
  readonly goesOn: SessionUid | null;
  /** A few, in the order they began. */
  readonly subagents: Listed<DigestSubagent>;
}

/** A failure of the session, with the fields a digest needs. */
export interface DigestedFailure {
  readonly step: EventId;
  readonly kind: ErrorKind;
  readonly state: ChainState;
  readonly fingerprint: string;
  readonly message: string;
}
