import type { EventId, SessionUid } from './ids.ts';
import type { EdgeType, ErrorKind, Outcome } from './words.ts';

/** What a model said about a session, after it was checked. Kept through every rebuild. */
export interface Judgement {
  readonly session: SessionUid;
  /** The name of the model or program that judged. */
  readonly model: string;
  readonly at: string;
  /** The calls that were judged, each with its causes, the most important first. */
  readonly calls: readonly JudgedCall[];
  readonly stories: readonly JudgedStory[];
  readonly outcome: JudgedOutcome | null;
}

export interface JudgedCall {
  readonly step: EventId;
  readonly causes: readonly { readonly step: EventId; readonly type: EdgeType }[];
}

/** A failure with its culprit, attempts, fix and proof. */
export interface JudgedStory {
  /** The call that failed. */
  readonly step: EventId;
  readonly kind: ErrorKind;
  /** The line that names the failure. */
  readonly message: string;
  readonly culprit: readonly EventId[];
  readonly attempts: readonly EventId[];
  readonly fix: readonly EventId[];
  readonly verified_by: EventId | null;
}

export interface JudgedOutcome {
  readonly what: Outcome;
  /** In a sentence. */
  readonly reason: string;
}

/** Who judged something, and when. */
export interface JudgedBy {
  readonly model: string;
  readonly at: string;
}

/**
 * The confidence of the first cause of a call in answers, a hundredth less for each further one: a model that names
 * steps by importance gives no numbers.
 */
export const judgedConfidence = 0.95;
