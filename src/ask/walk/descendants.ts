import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf } from './step.ts';

export type Descendant = Event & { readonly depth: number };

/** The events that name one as their parent, and theirs, breadth first. */
export class Descendants {
  readonly #read: StoreReader;
  readonly #event: Event;
  #level: readonly Event[];

  constructor(read: StoreReader, event: Event) {
    this.#read = read;
    this.#event = event;
    this.#level = [event];
  }

  /** The first so many, as deep as wanted. */
  async first(limit: number, depth: number): Promise<readonly Descendant[]> {
    const found: Descendant[] = [];
    for (let at = 1; at <= depth && this.#level.length > 0; at++) {
      const next: Event[] = [];
      for (const parent of this.#level) {
        for (const child of await this.#childrenOf(parent, limit - found.length)) {
          next.push(child);
          found.push({ ...child, depth: at });
        }
        if (found.length >= limit) return found;
      }
      this.#level = next;
    }
    return found;
  }

  /** When `first` has returned all there is: whether something is recorded under the last level. */
  async isDeeper(): Promise<boolean> {
    for (const parent of this.#level) if ((await this.#childrenOf(parent, 1)).length > 0) return true;
    return false;
  }

  /** What agents record may lead in a circle. An event has one parent, so it can only lead back to the first. */
  async #childrenOf(parent: Event, limit: number): Promise<readonly Event[]> {
    const found = await this.#read.childEvents(refOf(parent.id), limit + 1);
    return found.filter(({ id }) => id !== this.#event.id).slice(0, limit);
  }
}
