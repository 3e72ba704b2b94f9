import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

/** The version is that of the format; which pi wrote it is not recorded. */
export class PiMemory extends ReaderMemory {
  /** The latest entries. A child is written soon after its parent; only a person goes further back. */
  readonly places = new BoundedMap<Place>(192);
  /** The place of the last line, which precedes a line without id. */
  last: Place = {};
  /** Calls without a result, by the id the model gave them. */
  readonly calls = new BoundedMap<OpenCall>(64);
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
