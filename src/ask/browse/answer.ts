import type { Activity } from '../../model/digest.ts';
import type { ListedSession } from '../sessions/running.ts';

/** Sessions with previews, newest first. */
export interface BrowseAnswer {
  readonly sessions: readonly BrowsedSession[];
  readonly total: number;
  readonly truncated: boolean;
  /** Where the next page begins; null when this is the last. */
  readonly next: number | null;
}

export interface BrowsedSession extends ListedSession {
  /** Why its outcome is what it is, in a sentence; null until the session is analyzed, and while it is running. */
  readonly outcome_reason: string | null;
  /** Activity over time; null until the session is analyzed, or when its agent records no times. */
  readonly activity: Activity | null;
  /** Number of edited files; null until the session is analyzed. */
  readonly edited: number | null;
  /** Sub-agents, forks and resumes of it; to be listed with `parent`. */
  readonly children: number;
  /** The cost they and their children add; null when unknown, or when there are none. */
  readonly children_usd: number | null;
  /** False when some of their tokens have no price: they cost at least `children_usd`. */
  readonly children_usd_is_exact: boolean;
}
