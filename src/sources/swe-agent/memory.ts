import type { Json } from '../source.ts';

/** What a reader carries from record to record; all of it bounded. */
export interface Memory {
  /** How many records of a list were read. */
  readonly counts: Record<string, number>;
  /** Steps were told by `trajectory`. */
  told?: boolean;
  turn?: string;
  /** Calls without a result: id and key. */
  open: readonly (readonly [id: string, key: string])[];
  /** What is open in SWE-agent's viewer, which its `edit` edits. */
  openFile?: string;
  /** How long the action took that waits for its result. */
  took?: number;
  cwd?: string;
  model?: string;
  /**
   * How long each action of `trajectory` took, for the conversation that follows: a mark of the action, milliseconds.
   */
  times: readonly (readonly [mark: string, ms: number])[];
}

export function newMemory(): Memory {
  return { counts: {}, open: [], times: [] };
}

export function toJson(memory: Memory): Json {
  return structuredClone(memory) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  return structuredClone(state) as unknown as Memory;
}

export function countOf(memory: Memory, list: string): number {
  return (memory.counts[list] = (memory.counts[list] ?? 0) + 1);
}
