import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { EventRef, Key, SessionUid } from '../../model/ids.ts';

// Links and edges, and the part of the graph that they span; see store.ts.

/**
 * A link as a source stated it (see `Link` in sources/source.ts), and the one ingest finds itself: whence a fork or
 * resume came.
 */
export interface LinkRow {
  readonly type: 'spawned' | 'returned' | 'continued';
  /** The session the link explains. */
  readonly child: SessionUid;
  readonly parent: SessionUid;
  /** `spawned`: native id of the call in the parent, or '' when only the session is known. */
  readonly call: string;
  /** `returned`: the step in the parent. `continued`: the step it goes on from. */
  readonly from: Key | null;
  /** `continued` inside one session: the step it goes on in. */
  readonly to: Key | null;
  /** `continued` from another session: shares its lines before this one. */
  readonly beforeLine: number | null;
}

/** Known by its two ends and its basis: the same one again replaces the one before. */
export interface EdgeRow {
  /** Trees of both ends; the edge is stored with its effect. */
  readonly cause: EventRef;
  readonly effect: EventRef;
  /** The strongest first; the order is kept. */
  readonly types: Edge['types'];
  readonly basis: Edge['basis'];
  /** Kept to three decimals. */
  readonly confidence: number;
  /** Short, for there are several edges to every call. Kept as one line each. */
  readonly evidence: readonly string[];
}

export type Direction = 'back' | 'ahead';

export interface SliceStep {
  readonly step: BriefEvent;
  /** Those it is the effect of; of a slice ahead, those it is the cause of. */
  readonly edges: readonly Edge[];
}

/** A step in brief. */
export type BriefEvent = Pick<
  Event,
  | 'id'
  | 'session'
  | 'native_id'
  | 'seq'
  | 'at'
  | 'kind'
  | 'act'
  | 'tool'
  | 'summary'
  | 'failed'
  | 'origin'
  | 'duration_ms'
>;
