import type { ChainRef, EventRef, Key, SessionUid } from '../../model/ids.ts';
import type { ChainBasis, ChainState, DetectedBy, ErrorKind } from '../../model/words.ts';

// What a store takes and returns about failures; see store.ts.

/** See `Chain` in model/chain.ts. All text must be redacted by the caller. */
export interface ChainRow {
  readonly tree: Key;
  /** Of a mined one, its failing event's. */
  readonly chain: Key;
  readonly basis: ChainBasis;
  /** The session it happened in; null when there is none. It need not be here. */
  readonly session: SessionUid | null;
  readonly kind: ErrorKind;
  readonly type: string;
  readonly message: string;
  readonly fingerprint: string;
  readonly lines?: readonly string[];
  readonly also: readonly string[];
  readonly detectedBy?: DetectedBy | null;
  readonly action: string;
  readonly marks: readonly string[];
  /** JSON. */
  readonly context: string | null;
  /** The whole text of a manual one, when it has several lines. */
  readonly output?: string | null;
  readonly at: number | null;
  readonly state: ChainState;
  readonly resolvedAt: number | null;
  /** How long it took, where somebody says so; else the times say it. */
  readonly resolutionMs?: number | null;
  readonly verifiedBy: EventRef | null;
  /** Empty leaves the stored ones. */
  readonly culprit: readonly EventRef[];
  readonly attempts: readonly AttemptRow[];
}

export interface AttemptRow {
  /** The step's; a manual one has its own, in the tree of its chain. */
  readonly id: EventRef;
  readonly action: string;
  readonly codeChanges: string | null;
  readonly successful: boolean | null;
  readonly marks: readonly string[];
  readonly at: number | null;
  /** Of a manual one, when it is not the session of the failure. It need not be here. */
  readonly session?: SessionUid;
}

/** See `StoreWriter.annotateChain`. All text must be redacted by the caller. */
export interface ChainNote {
  readonly attempt?: AttemptRow;
  /** The attempt that helped: this one, or an earlier one. */
  readonly helped?: EventRef;
  readonly end?: { readonly state: 'resolved' | 'failed'; readonly at: number; readonly resolutionMs?: number };
}

export interface ChainFilter {
  readonly session?: SessionUid;
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly kinds?: readonly ErrorKind[];
  readonly states?: readonly ChainState[];
  /** Only those that need review: see `needsReview` in model/chain.ts. */
  readonly needsReview?: boolean;
  readonly basis?: ChainBasis;
  readonly type?: string;
  /** Any of these, as the failure itself or among its further errors. */
  readonly fingerprints?: readonly Key[];
  /** Any of these, as the failure itself. */
  readonly failedAs?: readonly Key[];
  readonly since?: number;
  readonly until?: number;
  readonly workspace?: string;
  readonly oldestFirst?: boolean;
}

/** What failures with one fingerprint have in common. */
export interface ChainGroup {
  readonly fingerprint: Key;
  readonly count: number;
  readonly sessions: number;
  readonly repos: readonly string[];
  readonly sources: readonly string[];
  readonly resolved: number;
  readonly unverified: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** How many failures there are of a kind, state and type. */
export interface ChainCount {
  readonly kind: ErrorKind;
  readonly state: ChainState;
  readonly type: string;
  readonly count: number;
  readonly lastAt: number | null;
}

/** How many failures have a fingerprint. */
export interface FingerprintCount {
  readonly fingerprint: Key;
  readonly count: number;
  readonly resolved: number;
  readonly lastAt: number | null;
}

/**
 * How many failures have a fingerprint since a time, between an earlier time and that, and before both. Those without a
 * time are not counted.
 */
export interface Recurrence {
  readonly fingerprint: Key;
  readonly since: number;
  readonly between: number;
  readonly before: number;
}

/** A failure in brief, with what was tried. */
export interface TriedChain {
  readonly chain: ChainRef;
  readonly fingerprint: Key;
  readonly message: string;
  readonly action: string;
  readonly marks: readonly string[];
  readonly at: number | null;
  /** By the stated duration, where there is one. */
  readonly resolvedAt: number | null;
  readonly session: SessionUid | null;
  readonly attempts: readonly (Omit<AttemptRow, 'codeChanges'> & {
    readonly isManual: boolean;
    /** It is the step in which the same check passed. */
    readonly isProof: boolean;
  })[];
}

/** A fingerprint that failures had before some time; whether a real one of them stayed open. */
export interface SeenBefore {
  readonly fingerprint: Key;
  readonly wasOpen: boolean;
}

/** The vector of a failure's text, by one model. */
export interface ModelVector {
  readonly fingerprint: Key;
  readonly dimensions: number;
  /** A byte for each dimension. */
  readonly vector: Uint8Array;
}

export interface FailureRow {
  /** `keyOf` its text. */
  readonly fingerprint: Key;
  readonly text: string;
  readonly type: string;
  readonly vector: Uint8Array | null;
}
