import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { EventRef, Key, SessionUid } from '../../model/ids.ts';

// Links and edges, and the part of the graph they form; see store.ts.

/**
 * A link as a source recorded it (see `Link` in sources/source.ts), or one that ingest finds itself: the origin of a
 * fork or resume.
 */
export interface LinkRow {
  readonly type: 'spawned' | 'returned' | 'continued';
  /** The session the link explains. */
  readonly child: SessionUid;
  readonly parent: SessionUid;
  /** `spawned`: native id of the call in the parent, or '' when only the session is known. */
  readonly call: string;
  /** `returned`: the step in the parent. `continued`: the step it continues from. */
  readonly from: Key | null;
  /** `continued` inside one session: the step it continues in. */
  readonly to: Key | null;
  /** `continued` from another session: shares its lines before this one. */
  readonly beforeLine: number | null;
}

/** Identified by its two ends and its basis: the same one again replaces the stored one. */
export interface EdgeRow {
  /** Trees of both ends; the edge is stored with its effect. */
  readonly cause: EventRef;
  readonly effect: EventRef;
  /** The strongest first; the order is kept. */
  readonly types: Edge['types'];
  readonly basis: Edge['basis'];
  /** Stored with three decimals. */
  readonly confidence: number;
  /** Short, since there are several edges for every call. Stored as one line each. */
  readonly evidence: readonly string[];
  /** See `Edge`. */
  readonly rank?: number;
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
  | 'type'
  | 'tool'
  | 'summary'
  | 'failed'
  | 'origin'
  | 'duration_ms'
>;
