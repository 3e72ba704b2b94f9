import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import type { RecordContext } from '../reader/record-context.ts';

export class ZedMemory extends ReaderMemory {
  /** When the thread was begun: the first prompt has no other time. */
  created?: number;
  /** Messages of the agent since the last prompt: they have no ids. */
  answers?: number;
  /** Tools, by the ids of their calls. */
  readonly tools = new BoundedMap<string>(256);
}

export type ZedContext = RecordContext<ZedMemory>;
