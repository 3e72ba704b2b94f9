import { BoundedMap } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';
import type { RecordContext } from '../../reader/record-context.ts';

export class CodexMemory extends ReaderMemory {
  /** The lines are another thread's, copied in front of this one's own. */
  copying?: boolean;
  /** Where the copied lines end, if the file records it: the first own ordinal. */
  ownFrom?: number;
  /** The latest turns, the current one last. */
  readonly turns: Turn[] = [];
  /** Calls that have no output yet. */
  readonly calls = new BoundedMap<OpenCall>(64);
  /** Code mode: yielded cells, and the `exec` call that began each. */
  readonly cells = new BoundedMap<string>(64);
  /** Sub-agents by the path they sign their messages with. */
  readonly agents = new BoundedMap<string>(64);
  /** The usage of each response is in a record of its own. */
  countsResponses?: boolean;
  /** The thread's token totals as far as they are counted, where only totals are recorded. */
  counted?: Totals;
  /** The thread's totals include those of another thread before it. */
  inheritsTotals?: boolean;
  /** An unsummarised thought was emitted from an event; the item that follows repeats it. */
  thoughtEmitted?: boolean;
  /** Id of the web search whose item comes next. */
  search?: string;
}

/** Names a record that has no id by its line. */
export type CodexContext = RecordContext<CodexMemory>;

export interface Turn {
  readonly id?: string | undefined;
  /** Key of the prompt that opened it. */
  prompt?: string;
  /** The prompt started the agent's work; it is not a notice that happened to come first. */
  asked: boolean;
}

export interface OpenCall {
  readonly tool: string;
  readonly turn?: string | undefined;
  /** Of `write_stdin`: the process it polls. */
  readonly process?: string;
  /** Of code mode's `wait`: the cell it waits for. */
  readonly cell?: string;
  /** How it ended, recorded before its output. */
  ended?: Ending;
}

export interface Ending {
  readonly exitCode?: number;
  readonly status?: 'ok' | 'failed' | 'denied';
  readonly durationMs?: number;
}

export interface Totals {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
}
