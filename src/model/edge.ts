import type { EventId } from './ids.ts';
import type { Basis, EdgeType } from './words.ts';

/** "`effect` happened because of `cause`", between two steps, with the evidence for it. */
export interface Edge {
  readonly cause: EventId;
  readonly effect: EventId;
  /** One edge per pair of steps; several types for the same pair share it. */
  readonly types: readonly EdgeType[];
  readonly basis: Basis;
  /** 0..1; 1 for what is recorded. */
  readonly confidence: number;
  /** What was seen and where, as text that a person can check. */
  readonly evidence: readonly string[];
  /** Of one of several recorded causes: its place among them, from 1, in the order the recorder named them. */
  readonly rank?: number;
}
