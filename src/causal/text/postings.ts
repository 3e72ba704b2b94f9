/**
 * Which steps showed a word, a line or a file's name. Of each the first step, the latest few and the count are kept:
 * the ones in between add nothing, so looking back costs the same however long the session is. Old entries are dropped:
 * of two tables in turn, the older is emptied when the newer is full.
 */
export class Postings {
  readonly #few: number;
  readonly #capacity: number;
  #young: Table;
  #old: Table | undefined;
  readonly #holders = new Holders();

  /** Both are powers of two: the initial and the largest size. `saved`: what `state` gave. */
  constructor(few: number, capacity: number, saved?: PostingsState) {
    this.#few = few;
    this.#capacity = capacity;
    this.#young = saved ? Table.of(saved.young) : new Table(few);
    this.#old = saved?.old && Table.of(saved.old);
  }

  state(): PostingsState {
    return { young: this.#young.state(), old: this.#old?.state() };
  }

  /** In order: a step's index is never below an earlier one. `mark` is how the step holds it, 0 or 1. */
  add(hash: number, step: number, mark = 0): void {
    if (this.#young.full) {
      if (this.#young.slots >= this.#capacity) {
        this.#old = this.#young;
        this.#young = new Table(this.#few);
      } else this.#young = this.#young.grown();
    }
    this.#young.add(hash, step, mark, this.#old);
  }

  /** The steps that hold it, latest first, the very first one at the end. Valid until the next call. */
  of(hash: number): Holders {
    this.#holders.length = 0;
    if (!this.#young.fill(hash, this.#holders)) this.#old?.fill(hash, this.#holders);
    return this.#holders;
  }

  /** In how many steps it was. */
  count(hash: number): number {
    return this.#young.count(hash) || (this.#old?.count(hash) ?? 0);
  }
}

export interface PostingsState {
  readonly young: TableState;
  readonly old: TableState | undefined;
}

interface TableState {
  readonly slots: number;
  readonly used: number;
  readonly index: Int32Array;
  readonly entries: Int32Array;
}

const latestKept = 12;
/** A step is among them at most once. */
export const maxHolders = latestKept + 1;

/** Steps and how each holds the word. */
class Holders {
  length = 0;
  readonly steps = new Int32Array(maxHolders);
  readonly marks = new Uint8Array(maxHolders);

  add(entry: number): void {
    this.steps[this.length] = entry >> 1;
    this.marks[this.length++] = entry & 1;
  }

  includes(step: number): boolean {
    for (let at = 0; at < this.length; at++) if (this.steps[at] === step) return true;
    return false;
  }
}

/** Of an entry: its count, the first step, then the latest steps in a ring. */
const fields = 2 + latestKept;
const firstAt = 1;
const ringAt = 2;

/**
 * Open addressing over a small array of hashes. Most words are in one step only, which stands beside the hash; the
 * others have an entry, and entries lie one after the other. So a look at a word touches little memory.
 */
class Table {
  readonly slots: number;
  /**
   * Hash and what is known of it: 0 for a slot that is free, below 0 the complement of its only holder, else one more
   * than the place of its entry.
   */
  readonly #index: Int32Array;
  #entries: Int32Array;
  #entriesEnd = 0;
  #used = 0;

  constructor(slots: number, entries: Int32Array = new Int32Array((slots / 16) * fields)) {
    this.slots = slots;
    this.#index = new Int32Array(slots * 2);
    this.#entries = entries;
  }

  static of({ slots, used, index, entries }: TableState): Table {
    const table = new Table(slots);
    table.#index.set(index);
    if (entries.length > table.#entries.length) table.#entries = new Int32Array(entries.length);
    table.#entries.set(entries);
    table.#entriesEnd = entries.length;
    table.#used = used;
    return table;
  }

  state(): TableState {
    const entries = this.#entries.subarray(0, this.#entriesEnd);
    return { slots: this.slots, used: this.#used, index: this.#index, entries };
  }

  get full(): boolean {
    return this.#used * 3 > this.slots * 2;
  }

  grown(): Table {
    const larger = new Table(this.slots * 4, this.#entries);
    for (let slot = 0; slot < this.#index.length; slot += 2) {
      if (this.#index[slot + 1] === 0) continue;
      const to = larger.#slotOf(this.#index[slot]!);
      larger.#index[to] = this.#index[slot]!;
      larger.#index[to + 1] = this.#index[slot + 1]!;
    }
    larger.#used = this.#used;
    larger.#entriesEnd = this.#entriesEnd;
    return larger;
  }

  add(hash: number, step: number, mark: number, older: Table | undefined): void {
    const index = this.#index;
    const slot = this.#slotOf(hash);
    if (index[slot + 1] === 0) {
      this.#used++;
      index[slot] = hash;
      if (!older || !this.#take(older, hash, slot)) {
        index[slot + 1] = ~(step * 2 + mark);
        return;
      }
    }
    const known = index[slot + 1]!;
    if (known < 0) {
      if (~known >> 1 === step) {
        index[slot + 1] = ~(~known | mark);
        return;
      }
      index[slot + 1] = this.#newEntry(~known) + 1;
    }
    this.#addTo(index[slot + 1]! - 1, step, mark);
  }

  /** Whether it holds any. */
  fill(hash: number, holders: Holders): boolean {
    const known = this.#index[this.#slotOf(hash) + 1]!;
    if (known === 0) return false;
    if (known < 0) {
      holders.add(~known);
      return true;
    }
    const entry = known - 1;
    const entries = this.#entries;
    const count = entries[entry]!;
    let ring = (count - 1) % latestKept;
    for (let left = Math.min(count, latestKept); left > 0; left--) {
      holders.add(entries[entry + ringAt + ring]!);
      ring = ring === 0 ? latestKept - 1 : ring - 1;
    }
    if (count > latestKept) holders.add(entries[entry + firstAt]!);
    return true;
  }

  count(hash: number): number {
    const known = this.#index[this.#slotOf(hash) + 1]!;
    return known > 0 ? this.#entries[known - 1]! : known === 0 ? 0 : 1;
  }

  #addTo(entry: number, step: number, mark: number): void {
    const entries = this.#entries;
    const count = entries[entry]!;
    const last = entry + ringAt + ((count - 1) % latestKept);
    if (entries[last]! >> 1 === step) {
      entries[last]! |= mark;
      return;
    }
    entries[entry + ringAt + (count % latestKept)] = step * 2 + mark;
    entries[entry] = count + 1;
  }

  /** Takes over what an older table knows of a word; false when that is nothing. */
  #take(older: Table, hash: number, slot: number): boolean {
    const known = older.#index[older.#slotOf(hash) + 1]!;
    if (known <= 0) this.#index[slot + 1] = known;
    else {
      const entry = this.#newEntry(0);
      for (let field = 0; field < fields; field++) this.#entries[entry + field] = older.#entries[known - 1 + field]!;
      this.#index[slot + 1] = entry + 1;
    }
    return known !== 0;
  }

  #newEntry(holder: number): number {
    const entry = this.#entriesEnd;
    this.#entriesEnd += fields;
    if (this.#entriesEnd > this.#entries.length) {
      const larger = new Int32Array(this.#entries.length * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    this.#entries[entry] = 1;
    this.#entries[entry + firstAt] = holder;
    this.#entries[entry + ringAt] = holder;
    return entry;
  }

  /** Where its slot is, or the free one it would get. */
  #slotOf(hash: number): number {
    const index = this.#index;
    const last = index.length - 2;
    let slot = ((Math.imul(hash, 0x9e3779b1) >>> 8) << 1) & last;
    while (index[slot + 1] !== 0 && index[slot] !== hash) slot = (slot + 2) & last;
    return slot;
  }
}
