import type { EventId, SessionUid } from './ids.ts';
import type { Facet, Outcome, Relation } from './words.ts';

/** One thread of one agent, the same in every answer. Times are UTC in ISO form. */
export interface Session {
  /** Of this object: see `schema-version.ts`. */
  readonly schema_version: number;
  readonly uid: SessionUid;
  /** The source that read it, such as `claude-code`; the flavor is the part of the uid before the colon. */
  readonly source: string;
  readonly native_id: string;
  readonly title: string | null;
  readonly repo: string | null;
  /** The field of work it belongs to: an option of the SDK, or `domains` in the configuration, by repository. */
  readonly domain: string | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  /** The ticket it is about: an option of the SDK, or a ticket that its branch names. */
  readonly task_ref: string | null;
  readonly model: string | null;
  /** The agent's own version, as last written. */
  readonly agent_version: string | null;
  /** What its agent does not record. It is missing from every answer for that reason only. */
  readonly not_recorded: readonly Facet[];
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly outcome: Outcome;
  /** The model that judged it, where one did. */
  readonly judged_by?: string;
  readonly events: number;
  readonly steps: number;
  /** Failures: calls that did not do what they were called for and had to be dealt with. Those of kind `real`. */
  readonly errors: number;
  /** Failures among them that nothing has fixed. */
  readonly open_errors: number;
  readonly cost: Cost;
  readonly parent: SessionParent | null;
  readonly workspace: string;
  readonly source_path: string | null;
  readonly source_bytes: number;
  readonly watermarks: Watermarks;
}

export interface Cost {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Tokens read from and written to the model's prompt cache, together. */
  readonly cache_tokens: number;
  /** Active time: from event to event, without waiting for a person's prompt; a pause counts for at most an hour. */
  readonly wall_clock_s: number;
  readonly turns: number;
  readonly retries: number;
  /**
   * The cost its agent recorded and, for the rest, the price table's; null where neither knows. Sub-agents are counted
   * separately.
   */
  readonly usd: number | null;
  /** False when some of its tokens have no price: it cost at least `usd`. */
  readonly usd_is_exact: boolean;
}

export interface SessionParent {
  readonly uid: SessionUid;
  readonly relation: Relation;
  /** The step it started from: the call that spawned a sub-agent, the last step a fork shares. */
  readonly step: EventId | null;
}

/** Processing stages of a session, each with its time. */
export interface Watermarks {
  /** When the run that read it first came upon its file. */
  readonly discovered: string | null;
  readonly ingested: string | null;
  readonly analyzed: string | null;
  readonly evicted: string | null;
}

/** Whether its bytes may be evicted: it was summed up since it was last read, and they are still here. */
export function isEvictable({ watermarks: { ingested, analyzed, evicted } }: Pick<Session, 'watermarks'>): boolean {
  return analyzed !== null && (ingested === null || ingested <= analyzed) && evicted === null;
}
