import type { Tokens } from './event.ts';
import type { EventId, SessionUid } from './ids.ts';
import type { Origin, Role } from './words.ts';

/** A response of a model, of which each record states what was used so far. */
export interface ResponseUsage {
  /** The agent's own name of it, the same in every copy. */
  readonly id: string;
  /** All tokens that the records of this file have stated for it until now. */
  readonly counted: number;
}

/** One event as recorded, before it is normalised. References are keys inside the same session. */
export interface Draft {
  readonly session: SessionUid;
  /** Names the event inside its session for ever: the agent's record id, or something derived from the content. */
  readonly key: string;
  /** See `Event.native_id`. A result leaves it out: it is its call's. */
  readonly native?: string;
  readonly at?: number;
  readonly role?: Role;
  readonly parent?: string;
  /**
   * The parent by its id, where the record has nothing else. It may be in another file or another session of the tree,
   * read or not.
   */
  readonly parentId?: EventId;
  /** What the recorder itself names as the causes of this event. They may be read later, or never. */
  readonly causes?: readonly RecordedCause[];
  /** A program recorded it by itself, outside any call: it is a step like a prompt or a call. */
  readonly isStep?: true;
  /** The term it was logged under, where that is not in `what`. */
  readonly type?: string;
  /** Key of the prompt that opened the turn. */
  readonly turn?: string;
  readonly tokens?: Tokens;
  /** The response that used them: copies of it, under whatever record ids, are not counted again. */
  readonly response?: ResponseUsage;
  /** The model that used them, where it is not the one its session uses by now. */
  readonly model?: string;
  /** The cost the agent itself recorded, in US dollars; like tokens, not yet counted by an earlier event. */
  readonly usd?: number;
  readonly durationMs?: number;
  /**
   * What a program logged with it, as it was given. Stored in the database for programs' own events only: what agents
   * write is long, and stays in the archive.
   */
  readonly payload?: unknown;
  /**
   * An earlier draft with the same key may have had less: this one replaces it. Without `fuller` the first draft stays.
   */
  readonly fuller?: true;
  /**
   * Of an event recorded in several lines: the first of them (from 1). The last is the line whose reading holds the
   * draft.
   */
  readonly fromLine?: number;
  readonly what: What;
}

/** A cause by its key in the same session, or by its id where it may be in another one. */
export type RecordedCause = ({ readonly key: string } | { readonly id: EventId }) & {
  /** `spawned`: the call that was running when the program made this one. `caused`: nothing else is said. */
  readonly type: 'caused' | 'spawned';
  /** The recorder's own word for why, such as `need_context`. */
  readonly tag?: string;
};

export type What =
  | { readonly is: 'prompt'; readonly text: string; readonly origin: Origin }
  | { readonly is: 'message'; readonly text: string }
  | { readonly is: 'thinking'; readonly text: string }
  | { readonly is: 'call'; readonly tool: string; readonly input: unknown }
  | {
      readonly is: 'result';
      /** Key of the call it answers. */
      readonly call: string;
      readonly output: string;
      /** Structured exit code, where the agent has one. */
      readonly exitCode?: number;
      /** What the agent recorded; `normalise/` has the final decision. */
      readonly status?: 'ok' | 'failed' | 'denied' | 'interrupted' | 'running';
    }
  /** Something went wrong outside any call: the API, a hook, a fatal end. */
  | { readonly is: 'failure'; readonly text: string; readonly type: string }
  /** A person stepped in: interrupt, rejection, message into the running turn. */
  | { readonly is: 'intervention'; readonly text: string; readonly type: string }
  | { readonly is: 'decision'; readonly text: string; readonly type: string }
  | { readonly is: 'lifecycle'; readonly text: string; readonly type: string }
  | { readonly is: 'completion'; readonly text: string; readonly type: string };
