import type { Tokens } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Relation } from '../../model/words.ts';

/** Which use is asked for. */
export interface UsageFilter {
  readonly source?: string;
  readonly repo?: string;
  readonly workspace?: string;
  /** Used at this time (ms) or later, to half an hour; what has no time counts from when its session began. */
  readonly since?: number;
  readonly until?: number;
  /** Only these sessions. */
  readonly sessions?: readonly SessionUid[];
  /** Only this session and those that came of it: sub-agents, forks, resumes, and what came of them. */
  readonly under?: SessionUid;
}

/** What the sums are grouped by. `slot`: half hours, named by when they begin (ms). */
export type UsageBy = 'session' | 'repo' | 'source' | 'slot' | 'nothing';

/** What one model used in one group. */
export interface UsageRow {
  /** A session's uid, a repository, a source's name or a time; null for what belongs to none. */
  readonly key: string | number | null;
  /** As recorded with the use, else the session's; null when neither is known. */
  readonly model: string | null;
  readonly tokens: Tokens;
  /** What these tokens cost according to the agent; null for those it gave no cost of, which are a row of their own. */
  readonly usd: number | null;
}

/** What else a group of sessions cost. */
export interface WorkRow {
  readonly key: string | null;
  readonly sessions: number;
  readonly turns: number;
  readonly retries: number;
  readonly wallClockMs: number;
}

/** What a session is called, and what it came of. */
export interface Heading {
  readonly uid: SessionUid;
  readonly parent: SessionUid | null;
  readonly relation: Relation | null;
  readonly title: string | null;
}
