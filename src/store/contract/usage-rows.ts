import type { Tokens } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Relation } from '../../model/words.ts';

/** Filters of usage. */
export interface UsageFilter {
  readonly source?: string;
  readonly repo?: string;
  readonly workspace?: string;
  /** Used at this time (ms) or later, to half an hour; without a time, the start of its session counts. */
  readonly since?: number;
  readonly until?: number;
  /** Only these sessions. */
  readonly sessions?: readonly SessionUid[];
  /** Only this session and its descendants: sub-agents, forks, resumes, and theirs. */
  readonly under?: SessionUid;
}

/** How the sums are grouped. `slot`: half hours, named by their start (ms). */
export type UsageBy = 'session' | 'repo' | 'source' | 'slot' | 'nothing';

/** What one model used in one group. */
export interface UsageRow {
  /** A session's uid, a repository, a source's name or a time; null for what belongs to none. */
  readonly key: string | number | null;
  /** As recorded with the use, else the session's; null when neither is known. */
  readonly model: string | null;
  readonly tokens: Tokens;
  /**
   * The cost of these tokens as the agent recorded it; null for tokens without a recorded cost, which are a row of
   * their own.
   */
  readonly usd: number | null;
}

/** When something was used first and last, in milliseconds. */
export interface UsedBetween {
  readonly first: number;
  readonly last: number;
}

/** What else a group of sessions cost. */
export interface WorkRow {
  readonly key: string | null;
  readonly sessions: number;
  readonly turns: number;
  readonly retries: number;
  readonly wallClockMs: number;
}

/** The title of a session, and its parent. */
export interface Heading {
  readonly uid: SessionUid;
  readonly parent: SessionUid | null;
  readonly relation: Relation | null;
  readonly title: string | null;
}
