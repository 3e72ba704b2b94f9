import type { Json } from '../source.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** The Codex that wrote the lines, as last stated. */
  version?: string;
  cwd?: string;
  model?: string;
  /** The lines are another thread's, copied in front of this one's own. */
  copying?: boolean;
  /** Where the copied lines end, if the file says so: the first own ordinal. */
  ownFrom?: number;
  /** The latest turns, the current one last. */
  readonly turns: Turn[];
  /** Calls that have no output yet. */
  readonly calls: Map<string, OpenCall>;
  /** Code mode: yielded cells, and the `exec` call that began each. */
  readonly cells: Map<string, string>;
  /** Sub-agents by the path they sign their messages with. */
  readonly agents: Map<string, string>;
  lastStep?: string;
  /** The last step before a compaction whose next step is still to come. */
  compactedAt?: string;
  /** What each response used is told by a record of its own. */
  countsResponses?: boolean;
  /** The thread's token totals as far as they are counted, where only totals are told. */
  counted?: Totals;
  /** The thread's totals include another thread's that went before it. */
  inheritsTotals?: boolean;
  /** An unsummarised thought was told by an event; the item that follows repeats it. */
  thoughtTold?: boolean;
  /** Id of the web search whose item comes next. */
  search?: string;
  /** The turn went wrong and no later one has begun. */
  failed?: boolean;
}

export interface Turn {
  readonly id: string | null;
  /** Key of the prompt that opened it. */
  prompt: string | null;
  /** The prompt is what set the agent to work, not a notice that happened to come first. */
  asked: boolean;
}

export interface OpenCall {
  readonly tool: string;
  readonly turn: string | null;
  /** Of `write_stdin`: the process it polls. */
  readonly process?: string;
  /** Of code mode's `wait`: the cell it waits for. */
  readonly cell?: string;
  /** How it ended, told before its output. */
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

export function newMemory(): Memory {
  return { turns: [], calls: new Map(), cells: new Map(), agents: new Map() };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  const { calls, cells, agents } = memory;
  return structuredClone({ ...memory, calls: [...calls], cells: [...cells], agents: [...agents] }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const memory = structuredClone(state) as unknown as Memory;
  return { ...memory, calls: new Map(memory.calls), cells: new Map(memory.cells), agents: new Map(memory.agents) };
}
