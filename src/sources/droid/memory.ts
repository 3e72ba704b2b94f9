import { remember } from '../remember.ts';
import type { Json } from '../source.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** Of the format; which droid wrote it is not recorded. */
  version?: string;
  model?: string;
  /** The latest messages. A child is written soon after its parent; only a person goes further back. */
  readonly places: Map<string, Place>;
  /** Key of the latest prompt or call: what a compaction goes on from. */
  lastStep?: string;
  /** Calls without a result, by the id the model gave them. */
  readonly calls: Map<string, OpenCall>;
  /** The last turn went wrong, and none has begun since. */
  failed?: boolean;
}

/** Where a message stands in the tree. */
export interface Place {
  /** Key of its event, or of the nearest event above a message that is none. */
  readonly event?: string;
  /** Key of the prompt that opened the turn. */
  readonly turn?: string;
}

export interface OpenCall {
  readonly key: string;
  readonly turn?: string;
  /** It starts a sub-agent, and waits for it or not. */
  readonly agent?: 'awaited' | 'background';
}

const limits = { places: 192, calls: 64 } as const;

export function newMemory(): Memory {
  return { places: new Map(), calls: new Map() };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  return structuredClone({ ...memory, places: [...memory.places], calls: [...memory.calls] }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const memory = structuredClone(state) as unknown as Memory;
  return { ...memory, places: new Map(memory.places), calls: new Map(memory.calls) };
}

export function keep<Name extends keyof typeof limits>(
  memory: Memory,
  name: Name,
  key: string,
  value: Memory[Name] extends Map<string, infer Value> ? Value : never,
): void {
  remember(memory[name] as Map<string, unknown>, key, value, limits[name]);
}
