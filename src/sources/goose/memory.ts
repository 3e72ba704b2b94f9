import { ReaderMemory } from '../reader/reader-memory.ts';
import type { RecordContext } from '../reader/record-context.ts';

export class GooseMemory extends ReaderMemory {
  /** Messages have their usage themselves: sums of the session are not counted again. */
  hasUsage?: true;
  /** The last message or thought of the last response. */
  above?: string;
}

export type GooseContext = RecordContext<GooseMemory>;
