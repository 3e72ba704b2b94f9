import { createHash } from 'node:crypto';
import type { Json } from '../source.ts';

/** What a reader carries from item to item; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** What all items so far come to: it names the next one that has no id. */
  chain: string;
  /** A call was made: from here on no two sessions have the same items, unless one is a copy. */
  hasCalled?: true;
  model?: string;
  /** Key of the prompt that opened the turn. */
  turn?: string;
  /** The event that the next one hangs on. */
  above?: string;
  lastStep?: string;
  /** Keys of calls that have no result yet, by id. */
  readonly open: Map<string, string>;
}

const callsKept = 64;

export function newMemory(): Memory {
  return { chain: '', open: new Map() };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  return structuredClone({ ...memory, open: [...memory.open] }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const memory = structuredClone(state) as unknown as Memory;
  return { ...memory, open: new Map(memory.open) };
}

/** Goes on by one item; what is given of it must be final when it is first saved. */
export function lengthen(memory: Memory, ...item: readonly string[]): void {
  memory.chain = createHash('sha256')
    .update([memory.chain, ...item].join('\0'))
    .digest('hex')
    .slice(0, 16);
}

export function opened({ open }: Memory, call: string, key: string): void {
  open.set(call, key);
  if (open.size > callsKept) open.delete(open.keys().next().value!);
}
