import type { Outcome } from '../../model/words.ts';

/** Which sessions are counted: those that were last active in this span. */
export interface WorkDaysFilter {
  readonly source?: string;
  readonly repo?: string;
  readonly workspace?: string;
  readonly since: number;
  readonly until: number;
}

/** Sessions that share all of this, and their sums. See `StoreReader.workDays`. */
export interface WorkDay {
  /** Since 1970, UTC. */
  readonly day: number;
  /** Last active at this time of the day or before: see `workDays`. */
  readonly isEarly: boolean;
  readonly source: string;
  readonly repo: string | null;
  readonly outcome: Outcome;
  /** They have no parent here. */
  readonly isTop: boolean;
  readonly sessions: number;
  readonly steps: number;
  readonly errors: number;
  readonly openErrors: number;
  readonly retries: number;
  readonly wallClockMs: number;
}

export const dayMs = 24 * 60 * 60 * 1000;
