import type { Digest } from '../../model/digest.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { ChainState, ErrorKind, Outcome } from '../../model/words.ts';

// What a digest is derived from, and how it is stored; see store.ts.

export interface KeptDigest {
  readonly digest: Digest;
  readonly repo: string | null;
}

export interface Surroundings {
  readonly cost: Digest['cost'];
  readonly endedAt: number | null;
  /** How many of its events are failures. */
  readonly errors: number;
  readonly isSubagent: boolean;
  /** The outcome its agent recorded. */
  readonly recordedOutcome: Outcome;
  /** Of a sub-agent: whether its result reached the session that started it. */
  readonly returned: boolean;
  /** A session that resumes it, or continues it after a compaction. */
  readonly goesOn: SessionUid | null;
  /** A few, in the order they began. */
  readonly subagents: Digest['subagents'];
}

export interface BriefFailure {
  readonly step: EventId;
  readonly kind: ErrorKind;
  readonly state: ChainState;
  readonly fingerprint: string;
  readonly message: string;
}
