import { BoundedMap } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';
import type { RecordContext } from '../../reader/record-context.ts';

export class CursorMemory extends ReaderMemory {
  /** What the database holds. Absent: a transcript. */
  writing?: 'editor' | 'pane' | 'agent';
  /** When the chat was begun: the first prompt has no other time. */
  created?: number;
  /** Messages of a transcript so far: they have no ids. */
  count?: number;
  /** Tools, by the ids of their calls. */
  readonly tools = new BoundedMap<string>(256);
}

export type CursorContext = RecordContext<CursorMemory>;
