import type { Outcome } from '../../model/words.ts';
import type { Pattern } from '../patterns/patterns.ts';

/**
 * The last days compared with the same number of days before, up to the same time of day. Sessions and steps count on
 * the day a session was last active, tokens and cost when they were used. Only top-level sessions are counted; steps,
 * failures and retries include their sub-agents.
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
  /** The most important open ones. */
  readonly open: readonly Pattern[];
  readonly changed: OverviewChanges;
}

export interface OverviewNumbers {
  readonly sessions: number;
  readonly steps: number;
  readonly failures: number;
  /** Failures among them that nothing has fixed. */
  readonly open_failures: number;
  readonly retries: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly active_s: number;
  readonly tokens: number;
  readonly usd: number | null;
  /** False when tokens have no price: it cost at least `usd`. */
  readonly usd_is_exact: boolean;
}

export interface OverviewDay {
  readonly day: string;
  readonly sessions: number;
  readonly steps: number;
  readonly failures: number;
  readonly usd: number | null;
  readonly usd_is_exact: boolean;
}

export interface OverviewRepo {
  readonly repo: string | null;
  readonly sessions: number;
  readonly tokens: number;
  readonly usd: number | null;
  readonly usd_is_exact: boolean;
}

export interface OverviewChanges {
  /** First seen in these days and not fixed, most frequent first. */
  readonly new_patterns: readonly ChangedPattern[];
  /** Open before, and fixed each time it occurred in these days. */
  readonly solved_patterns: readonly ChangedPattern[];
}

export interface ChangedPattern {
  readonly fingerprint: string;
  readonly message: string;
  readonly count: number;
}
