import type { SessionUid } from '../../model/ids.ts';
import type { Kind, Outcome } from '../../model/words.ts';

// Filters of questions to a store; see store.ts.

export interface RecentEvents {
  /** Only those with a smaller `seq`. */
  readonly before?: number;
  readonly limit: number;
  readonly kinds?: readonly Kind[];
}

export interface LastStep {
  /** Of the lines before this one. */
  readonly beforeLine?: number;
  /** Of those not later than this (ms). */
  readonly until?: number;
}

export interface Pagination {
  readonly limit: number;
  readonly offset: number;
}

/** What a list of sessions may be sorted by, the most first; else the newest come first. */
export const sessionOrders = ['longest', 'steps', 'failures', 'tokens'] as const;

export interface SessionFilter {
  readonly sort?: (typeof sessionOrders)[number];
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly since?: number;
  readonly until?: number;
  /** Only sessions that were last active at this time or before. */
  readonly endedBy?: number;
  /** Only sessions with at least one error. */
  readonly failed?: boolean;
  /** Only sessions that have no parent here. */
  readonly topLevel?: boolean;
  /** Only sessions that came of this one. */
  readonly parent?: SessionUid;
  /** Only sessions whose title, repository, branch, uid and model together contain all these words, ignoring case. */
  readonly text?: string;
  /** Its whole name. */
  readonly model?: string;
  /** Leave out sessions without any event. */
  readonly notEmpty?: boolean;
  /** Only sessions with this outcome. */
  readonly outcome?: Outcome;
  readonly workspace?: string;
}
