import type { EventId } from './ids.ts';
import type { Basis, EdgeType } from './words.ts';

/** "`effect` happened because of `cause`", between two steps, with the reason we believe it. */
export interface Edge {
  readonly cause: EventId;
  readonly effect: EventId;
  /** One edge per pair of steps; several beliefs about the same pair share it. */
  readonly types: readonly EdgeType[];
  readonly basis: Basis;
  /** 0..1; 1 for what is recorded. */
  readonly confidence: number;
  /** What was seen and where, in words a person can check. */
  readonly evidence: readonly string[];
}
