import { remember } from '../remember.ts';
import type { Json } from '../source.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** Of the format; which pi wrote it is not recorded. */
  version?: string;
  model?: string;
  /** The latest entries. A child is written soon after its parent; only a person goes further back. */
  readonly places: Map<string, Place>;
  /** Where the last line stood: what a line without id comes after. */
  last: Place;
  /** Calls without a result, by the id the model gave them. */
  readonly calls: Map<string, OpenCall>;
  /** The last response went wrong, and none has come since. */
  failed?: boolean;
}

/** Where an entry stands in the tree. */
export interface Place {
  /** Key of its event, or of the nearest event above an entry that is none. */
  readonly event?: string;
  /** Key of the prompt that opened the turn. */
  readonly turn?: string;
  /** Key of the latest prompt or call on the way to it. */
  readonly step?: string;
}

export interface OpenCall {
  readonly key: string;
  readonly turn?: string;
}

const limits = { places: 192, calls: 64 } as const;

export function newMemory(): Memory {
  return { places: new Map(), last: {}, calls: new Map() };
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
