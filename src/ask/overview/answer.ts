import type { Outcome } from '../../model/words.ts';
import type { Pattern } from '../patterns/patterns.ts';

/**
 * The last days at a glance, against as many before them, up to the same time of day. Sessions and their steps count
 * to the day they were last active, tokens and money to when they were used. Sessions are those at the top; steps,
 * failures and retries are also their sub-agents'.
 */
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
  /** Open before, and solved whenever it came back in these days. */
  readonly solved_patterns: readonly ChangedPattern[];
}

export interface ChangedPattern {
  readonly fingerprint: string;
  readonly message: string;
  readonly count: number;
}
