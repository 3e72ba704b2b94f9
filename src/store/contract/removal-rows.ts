import type { SessionUid } from '../../model/ids.ts';

// What leaves a store: bytes that are evicted, sessions that are forgotten; see store.ts.

export interface Eviction {
  readonly at: number;
  /** What is to be kept of a reader's state: most of it can be made again from the bytes, should they come again. */
  readonly shortened: (state: string) => string;
}

export interface Evicted {
  readonly sessions: readonly SessionUid[];
  /** What their blocks took in the store. */
  readonly bytes: number;
}

/** A session whose bytes may be evicted. */
export interface EvictableSession {
  readonly uid: SessionUid;
  readonly endedAt: number | null;
  /** What its blocks take in the store. */
  readonly bytes: number;
}

export interface Forgotten {
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
}
