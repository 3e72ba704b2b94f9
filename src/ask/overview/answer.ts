import type { Outcome } from '../../model/words.ts';
import type { Pattern } from '../patterns/patterns.ts';

/** The last days at a glance, against as many before them. */
export interface OverviewAnswer {
  readonly since: string;
  readonly until: string;
  readonly now: OverviewNumbers;
  readonly before: OverviewNumbers;
  /** One entry for each day of both stretches, the oldest first. Days are UTC. */
  readonly days: readonly OverviewDay[];
  /** Most expensive first, at most ten; those without a price by their tokens. */
  readonly repos: readonly OverviewRepo[];
  readonly agents: readonly { readonly source: string; readonly sessions: number; readonly steps: number }[];
  /** Open ones that matter most now. */
  readonly open: readonly Pattern[];
  readonly changed: OverviewChanges;
}

export interface OverviewNumbers {
  readonly sessions: number;
  readonly steps: number;
  readonly failures: number;
  readonly retries: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly active_s: number;
  readonly tokens: number;
  readonly usd: number | null;
}

export interface OverviewDay {
  readonly day: string;
  readonly sessions: number;
  readonly steps: number;
  readonly failures: number;
  readonly usd: number | null;
}

export interface OverviewRepo {
  readonly repo: string | null;
  readonly sessions: number;
  readonly tokens: number;
  readonly usd: number | null;
}

export interface OverviewChanges {
  /** Seen for the first time in these days, and not solved; the most first. */
  readonly new_patterns: readonly ChangedPattern[];
  /** Open before, and proved solved in these days. */
  readonly solved_patterns: readonly ChangedPattern[];
  /** Checks that take at least half as long again as before, or at most two thirds, with five runs on each side. */
  readonly checks: readonly { readonly command: string; readonly repo: string | null; readonly before_s: number; readonly now_s: number; readonly runs: number }[];
}

export interface ChangedPattern {
  readonly fingerprint: string;
  readonly message: string;
  readonly count: number;
}
