import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

/** The version is that of the format; which droid wrote it is not recorded. */
export class DroidMemory extends ReaderMemory {
  /** The latest messages. A child is written soon after its parent; only a person goes further back. */
  readonly places = new BoundedMap<Place>(192);
  /** Calls without a result, by the id the model gave them. */
  readonly calls = new BoundedMap<OpenCall>(64);
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
