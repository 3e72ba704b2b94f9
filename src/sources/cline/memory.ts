import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import type { RecordContext } from '../reader/record-context.ts';

export class ClineMemory extends ReaderMemory {
  /** Of a task whose calls have no ids: the call of the message before, which the next message answers. */
  asked?: { readonly key: string; readonly tool: string };
  /** The latest sub-agents, and the call that started each. */
  readonly children = new BoundedMap<string>(32);
}

/** A message without an id is identified by its place and content. */
export type ClineContext = RecordContext<ClineMemory>;
