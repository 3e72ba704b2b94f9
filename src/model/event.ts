import type { EventId, SessionUid } from './ids.ts';
import type { Act, Kind, Origin, Role } from './words.ts';

/** One atomic record of a session, the same in every answer. Times are UTC in ISO form. */
export interface Event {
  readonly id: EventId;
  readonly session: SessionUid;
  /** The agent's own id: the tool-call id of a call and its result, the record id of a message, otherwise `line:<n>`. */
  readonly native_id: string | null;
  /**
   * Position in the session, from 1. Clocks go backwards; this does not. A call that hooks recorded first leaves a gap
   * when the transcript records it too.
   */
  readonly seq: number;
  readonly at: string | null;
  readonly kind: Kind;
  readonly act: Act | null;
  /** A free term of an SDK user, such as `spawn_decision`; the subtype of a lifecycle event. */
  readonly type: string | null;
  readonly role: Role | null;
  readonly tool: string | null;
  readonly summary: string;
  readonly failed: boolean;
  readonly origin: Origin | null;
  /** Lineage as recorded: the call of a result, the message of a call, the prompt of a message. */
  readonly parent: EventId | null;
  /** The prompt or call this event belongs to; the event itself when it is one. */
  readonly step: EventId | null;
  /** The prompt that opened the turn. */
  readonly turn: EventId | null;
  readonly tokens: Tokens | null;
  /** The model that used them. */
  readonly model: string | null;
  /** What they cost, where the agent recorded it. */
  readonly usd: number | null;
  readonly duration_ms: number | null;
  /** What a call did, in a form shared by calls of other sessions: `edit src/a.ts`, `run npm test`. */
  readonly marks: readonly string[];
  /** It is of a sub-agent, and not of the session a person sees. */
  readonly is_sidechain: boolean;
  /** The name under which `stemma event NAME --raw` shows the whole record; null when its bytes were evicted. */
  readonly payload_ref: EventId | null;
}

/** Tokens not yet counted by an earlier event of the same model response, so that sums over events are true. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  /** The part of `cache_write` that is kept for an hour, which costs more. Absent where there is none. */
  readonly cache_write_1h?: number;
}
