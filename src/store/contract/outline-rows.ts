import type { EventId, EventRef, Key } from '../../model/ids.ts';
import type { Act, Basis, ChainState, EdgeType, ErrorKind, Kind, Origin } from '../../model/words.ts';

// What a store returns to draw a whole session: the minimum for a step and an edge. See store.ts.

export interface OutlineStep {
  readonly seq: number;
  readonly event: Key;
  readonly at: number | null;
  readonly act: Act | null;
  readonly kind: Kind;
  readonly type: string | null;
  /** Null for all but a call. */
  readonly tool: string | null;
  readonly origin: Origin | null;
  readonly failed: boolean;
  readonly durationMs: number | null;
}

/** A call that did not fail, by what it did: see `Event.marks`. */
export interface MarkedCall {
  readonly seq: number;
  readonly id: EventId;
  readonly at: number | null;
  readonly marks: readonly string[];
}

/** One edge of a pair of steps; those of another basis are edges of their own. */
export interface OutlineEdge {
  /** `seq` of the step it ends in. */
  readonly effect: number;
  /**
   * `seq` of the step of this session it begins in; null for one elsewhere, or one that was not here yet when it was
   * stored.
   */
  readonly cause: number | null;
  /** Of a cause without a `seq`. */
  readonly far: EventRef | null;
  /** The strongest one. */
  readonly type: EdgeType;
  readonly basis: Basis;
  /** In thousandths. */
  readonly confidence: number;
  /** See `Edge`. */
  readonly rank?: number;
}

/** A mined failure without its texts. */
export interface OutlineChain {
  readonly tree: Key;
  /** Its own key, and its failing event's. */
  readonly chain: Key;
  readonly kind: ErrorKind;
  readonly state: ChainState;
  readonly type: string;
  readonly fingerprint: string;
  readonly at: number | null;
  readonly resolvedAt: number | null;
  readonly culprit: readonly EventId[];
  readonly verifiedBy: EventId | null;
  /** Steps, in order; manual attempts are none. `successful` is null where it is not known. */
  readonly attempts: readonly { readonly event: Key; readonly successful: boolean | null }[];
}
