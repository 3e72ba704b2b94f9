import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { ChatMemory } from './vscode/memory.ts';

export class CopilotMemory extends ReaderMemory {
  /** Where the session runs; its sub-agents do too. */
  place?: Place;
  /** Prompts by each id that later records name them with: the message's, and that of the request it belongs to. */
  readonly prompts = new BoundedMap<Asked>(64);
  /** Calls that have no result yet. */
  readonly calls = new BoundedMap<OpenCall>(64);
  /** Sub-agents by their own id. */
  readonly agents = new BoundedMap<Spawned>(64);
  /** The turn that is going on, by sub-agent; '' is the main conversation. */
  readonly turns = new BoundedMap<string>(64);
  /** The last prompt or call, by sub-agent. */
  readonly steps = new BoundedMap<string>(64);
  /** The usage of each response is in a record of its own. */
  countsResponses?: boolean;
  /** The response whose tokens were counted last: one may be split into several messages. */
  response?: string;
  /** Tokens counted so far, where only totals are recorded. */
  counted: Totals = { input: 0, output: 0, read: 0, written: 0 };
  /** Of a chat of VS Code. */
  readonly chat = new ChatMemory();
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
  /** A person or a rule refused it. */
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
