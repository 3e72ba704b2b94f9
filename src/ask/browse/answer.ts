import type { Session } from '../../model/session.ts';

/** Sessions to look through, newest first: each with what it looks like from afar. */
export interface BrowseAnswer {
  readonly sessions: readonly BrowsedSession[];
  readonly total: number;
  readonly truncated: boolean;
  /** Where the next page begins; null when this is the last. */
  readonly next: number | null;
}

export interface BrowsedSession extends Session {
  /** How many steps, and how many failures, fell into each stretch of its time; null until it is analysed, or when its agent writes no times. */
  readonly activity: Activity | null;
  /** Files edited, and real failures without a fix; null until it is analysed. */
  readonly edited: number | null;
  readonly open: number | null;
  /** Sub-agents, forks and resumes, and what they add to its cost; to be listed with `parent`. */
  readonly children: number;
  readonly children_usd: number | null;
}

export interface Activity {
  readonly from: string;
  /** How long each stretch is. */
  readonly seconds: number;
  /** At most 48. */
  readonly steps: readonly number[];
  readonly failures: readonly number[];
}
