import type { Json } from '../source.ts';
import type { ChatMemory } from './vscode/memory.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** The Copilot that wrote the lines, as last stated. */
  version?: string;
  /** Where the session runs; its sub-agents do too. */
  place?: Place;
  /** Prompts by each id that later records name them with: the message's, and that of the request it belongs to. */
  readonly prompts: Map<string, Asked>;
  /** Calls that have no result yet. */
  readonly calls: Map<string, OpenCall>;
  /** Sub-agents by their own id. */
  readonly agents: Map<string, Spawned>;
  /** The turn that is going on, by sub-agent; '' is the main conversation. */
  readonly turns: Map<string, string>;
  /** The last prompt or call, by sub-agent. */
  readonly steps: Map<string, string>;
  /** What each response used is told by a record of its own. */
  countsResponses?: boolean;
  /** The response whose tokens were counted last: one may be split into several messages. */
  response?: string;
  /** Tokens counted so far, where only totals are told. */
  counted: Totals;
  /** Something went wrong, and nobody has asked for more since. */
  failed?: boolean;
  /** Of a chat of VS Code. */
  chat?: ChatMemory;
}

export interface Place {
  readonly cwd?: string;
  readonly branch?: string;
  readonly repo?: string;
}

export interface Asked {
  readonly key: string;
  /** Key of the prompt that opened the turn. */
  readonly turn: string;
}

export interface OpenCall {
  /** The sub-agent that made it. */
  readonly agent?: string;
  readonly turn?: string;
  began?: number;
  /** Somebody or some rule said no. */
  denied?: boolean;
}

export interface Spawned {
  readonly call: string;
  /** The sub-agent that made the call. */
  readonly by?: string;
  /** Its answer does not come with the call's result. */
  readonly background?: boolean;
}

export interface Totals {
  readonly input: number;
  readonly output: number;
  readonly read: number;
  readonly written: number;
}

export function newMemory(): Memory {
  return {
    prompts: new Map(),
    calls: new Map(),
    agents: new Map(),
    turns: new Map(),
    steps: new Map(),
    counted: { input: 0, output: 0, read: 0, written: 0 },
  };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  const { prompts, calls, agents, turns, steps } = memory;
  return structuredClone({
    ...memory,
    prompts: [...prompts],
    calls: [...calls],
    agents: [...agents],
    turns: [...turns],
    steps: [...steps],
  }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const memory = structuredClone(state) as unknown as Memory;
  return {
    ...memory,
    prompts: new Map(memory.prompts),
    calls: new Map(memory.calls),
    agents: new Map(memory.agents),
    turns: new Map(memory.turns),
    steps: new Map(memory.steps),
  };
}
