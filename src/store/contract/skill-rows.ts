import type { InvocationRef, SessionUid } from '../../model/ids.ts';
import type { ChainBasis, InvocationWhat } from '../../model/words.ts';

// What a store takes about skills and their uses; see store.ts and `Invocation` in model/invocation.ts.

/** All text must be redacted by the caller, and on one line. */
export interface InvocationRow extends InvocationRef {
  readonly skill: string;
  readonly what: InvocationWhat;
  /** It need not be here. */
  readonly session: SessionUid | null;
  readonly at: number | null;
  readonly path: string | null;
  readonly phase: string | null;
  readonly query: string | null;
  readonly request: string | null;
  readonly alternatives: readonly string[];
  readonly rank: number | null;
  readonly end: InvocationEnd;
}

export interface InvocationEnd {
  readonly completed: boolean | null;
  readonly durationSeconds: number | null;
  readonly followUps: readonly string[];
  readonly errorType: string | null;
}

/** The uses that were mined from one session. */
export interface MinedUses {
  readonly session: SessionUid;
  readonly uses: readonly InvocationRow[];
  /** The phase of the session as a whole; for a sub-agent's, the phase its caller used it in. Null when unknown. */
  readonly phase: string | null;
}

export interface InvocationFilter {
  readonly session?: SessionUid;
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly skill?: string;
  readonly what?: InvocationWhat;
  readonly basis?: ChainBasis;
  readonly since?: number;
  readonly until?: number;
  readonly workspace?: string;
}
