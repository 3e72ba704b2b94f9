import { hashOf } from './distinct.ts';

/**
 * Entries by name, however many names there are: only the heaviest are held, and the number of names stays exact. One
 * that was dropped and comes again starts over.
 */
export class Tally<Entry> {
  readonly #entries = new Map<string, Entry>();
  readonly #held: number;
  readonly #weight: (entry: Entry) => number;
  /** Hashes of the names that were dropped. */
  readonly #dropped = new Set<number>();
  #uncounted = 0;

  constructor(held: number, weight: (entry: Entry) => number) {
    this.#held = held;
    this.#weight = weight;
  }

  of(name: string, make: () => Entry): Entry {
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    if (this.#entries.size >= 2 * this.#held) this.#drop();
    if (this.#dropped.size > 0) this.#dropped.delete(hashOf(name));
    const made = make();
    this.#entries.set(name, made);
    return made;
  }

  get total(): number {
    return this.#entries.size + this.#dropped.size + this.#uncounted;
  }

  /** Of the same weight the later named come first. */
  heaviest(count: number): readonly Entry[] {
    return this.#sorted()
      .slice(0, count)
      .map(([, entry]) => entry);
  }

  #sorted(): readonly (readonly [string, Entry])[] {
    return [...this.#entries].toReversed().sort(([, a], [, b]) => this.#weight(b) - this.#weight(a));
  }

  #drop(): void {
    for (const [name] of this.#sorted().slice(this.#held)) {
      this.#entries.delete(name);
      if (this.#dropped.size < maxDropped) this.#dropped.add(hashOf(name));
      else this.#uncounted++;
    }
  }
}

/** Some 5 MB of them; from there on a name that comes again is counted again. */
const maxDropped = 100_000;
