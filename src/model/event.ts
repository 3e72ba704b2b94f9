import type { EventId, SessionUid } from './ids.ts';
import type { Act, Kind, Origin, Role } from './words.ts';

/** One atomic record of a session, as every door shows it (DESIGN §10). Times are UTC in ISO form. */
export interface Event {
  readonly id: EventId;
  readonly session: SessionUid;
  /** The agent's own id: of a call and its result the tool-call id, of a message its record id, else `line:<n>`. */
  readonly native_id: string | null;
  /**
   * Position in the session, from 1. Clocks go backwards; this does not. A call that hooks told first leaves a gap
   * when the transcript tells it.
   */
  readonly seq: number;
  readonly at: string | null;
  readonly kind: Kind;
  readonly act: Act | null;
  /** Free word of an SDK user, such as `spawn_decision`; the subtype of a lifecycle event. */
  readonly type: string | null;
  readonly role: Role | null;
  readonly tool: string | null;
  readonly summary: string;
  readonly failed: boolean;
  readonly origin: Origin | null;
  /** Lineage as recorded: of a result its call, of a call the message it came with, of a message what it answers. */
  readonly parent: EventId | null;
  /** The prompt or call this event belongs to; the event itself when it is one. */
  readonly step: EventId | null;
  /** The prompt that opened the turn. */
  readonly turn: EventId | null;
  readonly tokens: Tokens | null;
  /** The model that used them. */
  readonly model: string | null;
  /** What they cost, where the agent itself says so. */
  readonly usd: number | null;
  readonly duration_ms: number | null;
  /** What a call did, in words that calls of other sessions share: `edit src/a.ts`, `run npm test`. */
  readonly marks: readonly string[];
}

/** Tokens not yet counted by an earlier event of the same model response, so that sums over events are true. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  /** Of `cache_write`: what is to be kept for an hour, which costs more. Absent where there is none. */
  readonly cache_write_1h?: number;
}
