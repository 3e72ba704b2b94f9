import type { Json } from '../source.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  model?: string;
  /** Key of the prompt that opened the turn. */
  turn?: string;
  lastStep?: string;
  /** The last step before a compaction whose next step is still to come. */
  compactedAt?: string;
  /** What is being said, while it may go on in the next line. */
  open?: Saying;
  /** The message of the response that is being read, for the calls that come with it. */
  said?: { readonly stream: string; readonly key: string };
  /** Calls by the id the model gave them, the latest ones. */
  readonly calls: Map<string, Call>;
  /** Sub-agents ran in this turn: what it used includes what they used. */
  shared?: boolean;
  /** A person refused a call in this turn; that ends it. */
  rejected?: boolean;
  /** The last turn went wrong for good. */
  failed?: boolean;
}

export interface Saying {
  readonly key: string;
  /** Kind and response: a line of another is something else. */
  readonly stream: string;
  readonly fromLine: number;
  readonly at?: number;
  text: string;
}

export interface Call {
  readonly key: string;
  readonly turn?: string;
  readonly tool: string;
  ended?: true;
}

const mostCalls = 128;

export function newMemory(): Memory {
  return { calls: new Map() };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  return structuredClone({ ...memory, calls: [...memory.calls] }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const memory = structuredClone(state) as unknown as Memory;
  return { ...memory, calls: new Map(memory.calls) };
}

export function rememberCall({ calls }: Memory, id: string, call: Call): void {
  calls.delete(id);
  calls.set(id, call);
  if (calls.size > mostCalls) calls.delete(calls.keys().next().value!);
}
