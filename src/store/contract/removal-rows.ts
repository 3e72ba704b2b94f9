import type { SessionUid } from '../../model/ids.ts';

// What is removed from a store: evicted bytes and forgotten sessions; see store.ts.

export interface Eviction {
  readonly at: number;
  /** The part of a reader's state to keep: most of it can be derived again from the bytes, should they come back. */
  readonly shortened: (state: string) => string;
}

export interface Evicted {
  readonly sessions: readonly SessionUid[];
  /** The size of their blocks in the store. */
  readonly bytes: number;
}

/** A session whose bytes may be evicted. */
export interface EvictableSession {
  readonly uid: SessionUid;
  readonly endedAt: number | null;
  /** The size of its blocks in the store. */
  readonly bytes: number;
}

export interface Forgotten {
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
}
