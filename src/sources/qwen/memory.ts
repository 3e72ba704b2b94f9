import type { Json } from '../source.ts';
import type { Unheard } from './unheard.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** As last stated; only changes are told. */
  version?: string;
  cwd?: string;
  branch?: string;
  model?: string;
  /** Key of the prompt that opened the turn. */
  turn?: string;
  lastStep?: string;
  /** The last step before a compaction whose next step is still to come. */
  compactedAt?: string;
  /** The turn whose interruption was told: each cancelled call tells it again. */
  interrupted?: string;
  /** The last response that was measured, until it is known whether it is recorded. */
  measured?: Unheard;
  /** The last request went wrong for good. */
  failed?: boolean;
  /** The event that what follows a record hangs on, by the record's uuid; empty when there is none. */
  readonly events: Map<string, string>;
  /** Calls that have no result yet. */
  readonly calls: Map<string, OpenCall>;
}

export interface OpenCall {
  /** Of a call that starts a sub-agent: its type, and what it was called. */
  readonly agent?: { readonly type: string; readonly title?: string };
  /** How it ended, told before its result: results of parallel calls are all written when the last is done. */
  ended?: { readonly at?: number; readonly durationMs?: number };
}

export function newMemory(): Memory {
  return { events: new Map(), calls: new Map() };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  return structuredClone({ ...memory, events: [...memory.events], calls: [...memory.calls] }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const memory = structuredClone(state) as unknown as Memory;
  return { ...memory, events: new Map(memory.events), calls: new Map(memory.calls) };
}
