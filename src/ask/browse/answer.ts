import type { Activity } from '../../model/digest.ts';
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
  /** How busy it was in the course of its time; null until it is analysed, or when its agent writes no times. */
  readonly activity: Activity | null;
  /** Files edited; null until it is analysed. */
  readonly edited: number | null;
  /** Real failures that nothing is known to have helped. */
  readonly open: number;
  /** Sub-agents, forks and resumes of it; to be listed with `parent`. */
  readonly children: number;
  /** What these, and all that came of them, add to its cost; null where nobody knows, or there are none. */
  readonly children_usd: number | null;
}
