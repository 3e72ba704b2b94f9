import type { ChainId, EventId, SessionUid } from './ids.ts';
import type { JudgedBy } from './judgement.ts';
import type { ChainBasis, ChainState, DetectedBy, ErrorKind } from './words.ts';

/**
 * One failure with everything that was done about it: error, attempts, fix, proof. Mined from a session, or a manual
 * entry.
 */
export interface Chain {
  readonly id: ChainId;
  readonly basis: ChainBasis;
  readonly error: ErrorEvent;
  /** In the order in which they were made, those that helped included. */
  readonly attempts: readonly FixAttempt[];
  readonly state: ChainState;
  readonly resolved: boolean;
  /** It was given up, or everything that was tried is known to have failed. */
  readonly needs_review: boolean;
  /** The attempt that a person named as the fix, else the first successful one. */
  readonly successful_fix_id: string | null;
  /**
   * From the failure to its proof, or as whoever resolved it says; null when there is none, or when times are not
   * known.
   */
  readonly resolution_ms: number | null;
  /** The same in minutes. */
  readonly resolution_time_minutes: number | null;
  readonly resolved_at: string | null;
  /** The step in which the same check passed afterwards. */
  readonly verified_by: EventId | null;
  /** The steps that caused it, likeliest first. Empty when the cause is outside the session, or for a manual entry. */
  readonly culprit: readonly EventId[];
  /** Who judged it; only where `basis` is `judged`. */
  readonly judged?: JudgedBy;
  /** It was pulled from the team's server, where its session is. */
  readonly pulled?: true;
}

export interface ErrorEvent {
  /** The id of the failing step; a manual entry has an id of its own. */
  readonly id: string;
  readonly kind: ErrorKind;
  /** `TypeError`, `TS2345`, `exit 1`: what errors are counted by. */
  readonly type: string;
  readonly message: string;
  /** The step that failed, in one line, and what it did (see `FixAttempt.marks`). '' and empty for manual entries. */
  readonly action: string;
  readonly marks: readonly string[];
  /** Failures of the same kind have the same fingerprint, on any machine and any day. */
  readonly fingerprint: string;
  /** The lines of its output that name it, most informative first, a few. */
  readonly lines: readonly string[];
  /** Fingerprints of the other errors in the same output. */
  readonly also: readonly string[];
  /** What showed that the call failed; null for manual entries and for what an earlier version found. */
  readonly detected_by: DetectedBy | null;
  /** As entered manually; null for what was mined, and where none was given. */
  readonly context: ErrorContext | null;
  /** The whole text that was entered, when it has several lines; `message` is the line that names the failure. */
  readonly output: string | null;
  readonly session: SessionUid | null;
  /** Which agent, and where it worked; null when the session is not here. */
  readonly source: string | null;
  readonly repo: string | null;
  readonly at: string | null;
}

/** Any JSON object, as it was given. */
export type ErrorContext = Readonly<Record<string, unknown>>;

export interface FixAttempt {
  /** The id of the step; a manual attempt has an id of its own. */
  readonly id: string;
  /** In one line. */
  readonly action: string;
  readonly code_changes: string | null;
  /** Null: not verified. */
  readonly successful: boolean | null;
  /** What it did, to be compared with what others did: `run npm install`, `edit src/a.ts`, `read src/a.ts`. */
  readonly marks: readonly string[];
  readonly at: string | null;
  /** Where it was made, if somebody says that it was not in the session of the failure. */
  readonly session?: SessionUid;
}

/** From a failure to its proof, to the millisecond; null without a proof, or without times. */
export function resolutionMinutes(at: number | null, resolvedAt: number | null): number | null {
  const ms = resolutionMs(at, resolvedAt);
  return ms === null ? null : ms / 60_000;
}

export function resolutionMs(at: number | null, resolvedAt: number | null): number | null {
  return at === null || resolvedAt === null ? null : Math.max(0, resolvedAt - at);
}

/** Whether a person should look at it: nothing is known that could still help. */
export function needsReview(state: ChainState, attempts: readonly Pick<FixAttempt, 'successful'>[]): boolean {
  if (state === 'failed') return true;
  return state === 'open' && attempts.length > 0 && attempts.every(({ successful }) => successful === false);
}
