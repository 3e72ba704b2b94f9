import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import type { RecordContext } from '../reader/record-context.ts';

export class OpenHandsMemory extends ReaderMemory {
  /** The last response of the model, and its last message or thought: each of its calls is an event. */
  response?: { readonly id: string; readonly above?: string };
  /** When the latest responses came, and in which turn: what they used is known at the end. */
  readonly responses = new BoundedMap<{ readonly at?: number; readonly turn?: string }>(200);
}

export type OpenHandsContext = RecordContext<OpenHandsMemory>;
