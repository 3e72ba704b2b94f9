import type { Tokens } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Kind, Origin } from '../../model/words.ts';

/** What a model used, where an event is the answer of one; `stemma cost` counts it. */
export interface Usage {
  readonly tokens?: Partial<Tokens>;
  readonly model?: string;
  /** What it cost in US dollars, where that is known better than by a table of prices. */
  readonly usd?: number;
}

/** How something ended. */
export interface Ended extends Usage {
  readonly exitCode?: number;
  readonly at?: Date | number;
}

/** Something to log. Whatever is wrong with it is put right or left out: logging never throws. */
export interface LogEvent extends Usage {
  /**
   * A term of yours, such as `spawn_decision` or `state_change`. For a call it is the name of the tool, unless `tool`
   * is set.
   */
  readonly type: string;
  /**
   * What sort of event it is. When absent: a call if there is a `tool`, an error if it `failed`, an answer of a model
   * if it used tokens, what its `type` says (`user_message`, `spawn_decision`, `deploy_failed`), and otherwise
   * `lifecycle`, which claims nothing. Results are not logged by themselves; a scope, or a call with `output`, makes
   * them.
   */
  readonly kind?: Exclude<Kind, 'tool_result'>;
  /** Anything. It is written down at once, so it may be changed afterwards; of a call it is the input. */
  readonly payload?: unknown;
  /** One line or many, for people and for the search; the payload is used when it is absent. */
  readonly text?: string;
  readonly failed?: boolean;
  /** Instead of the scope it is logged in: an id, or a reference from another process; null for none. */
  readonly parent?: EventId | string | null;
  /** When it happened, or, of a call, began; now when absent. */
  readonly at?: Date | number;
  readonly tool?: string;
  /** Of a call that is over: how long it took, what came back, how it ended. */
  readonly durationMs?: number;
  readonly output?: unknown;
  readonly exitCode?: number;
  /** Of a `user_msg`: who is behind it; a person when absent. */
  readonly origin?: Origin;
}

/** Something that begins now and ends later. It is always a call: of a tool, of a model, of another agent. */
export interface ScopeEvent extends Omit<
  LogEvent,
  'kind' | 'failed' | 'durationMs' | 'output' | 'exitCode' | 'origin'
> {
  readonly kind?: 'tool_call' | 'test_run' | 'edit' | 'retry';
}
