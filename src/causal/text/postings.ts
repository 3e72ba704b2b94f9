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

  /** Both are powers of two: the initial and the largest size. */
  constructor(few: number, capacity: number) {
    this.#few = few;
    this.#capacity = capacity;
    this.#young = new Table(few);
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
    const table = this.#young.holds(hash) ? this.#young : this.#old;
    this.#holders.length = 0;
    table?.fill(hash, this.#holders);
    return this.#holders;
  }

  /** In how many steps it was. */
  count(hash: number): number {
    return this.#young.count(hash) || (this.#old?.count(hash) ?? 0);
  }
}

const latestKept = 12;
const fields = 3 + latestKept;

/** Steps and how each holds the word. */
class Holders {
  length = 0;
  readonly steps = new Int32Array(latestKept + 1);
  readonly marks = new Uint8Array(latestKept + 1);

  add(entry: number): void {
    this.steps[this.length] = entry >> 1;
    this.marks[this.length++] = entry & 1;
  }

  includes(step: number): boolean {
    for (let at = 0; at < this.length; at++) if (this.steps[at] === step) return true;
    return false;
  }
}

/** Open addressing over one array: hash, count, first step, then the latest steps in a ring. */
class Table {
  readonly slots: number;
  readonly #cells: Int32Array;
  #used = 0;

  constructor(slots: number) {
    this.slots = slots;
    this.#cells = new Int32Array(slots * fields);
  }

  get full(): boolean {
    return this.#used * 3 > this.slots * 2;
  }

  grown(): Table {
    const larger = new Table(this.slots * 4);
    for (let at = 0; at < this.#cells.length; at += fields) {
      if (this.#cells[at + 1] !== 0) larger.#take(this.#cells, at);
    }
    return larger;
  }

  add(hash: number, step: number, mark: number, older: Table | undefined): void {
    const at = this.#find(hash);
    if (this.#cells[at + 1] === 0) {
      this.#used++;
      const before = older?.holds(hash) ? older.#find(hash) : -1;
      if (before >= 0) copyCell(older!.#cells, before, this.#cells, at);
      this.#cells[at] = hash;
    }
    const count = this.#cells[at + 1]!;
    const entry = step * 2 + mark;
    if (count === 0) this.#cells[at + 2] = entry;
    else {
      const last = at + 3 + ((count - 1) % latestKept);
      if (this.#cells[last]! >> 1 === step) {
        this.#cells[last]! |= mark;
        if (count === 1) this.#cells[at + 2]! |= mark;
        return;
      }
    }
    this.#cells[at + 3 + (count % latestKept)] = entry;
    this.#cells[at + 1] = count + 1;
  }

  fill(hash: number, holders: Holders): void {
    const at = this.#find(hash);
    const count = this.#cells[at + 1]!;
    if (count === 0) return;
    const kept = Math.min(count, latestKept);
    for (let back = 1; back <= kept; back++) holders.add(this.#cells[at + 3 + ((count - back) % latestKept)]!);
    if (count > latestKept) holders.add(this.#cells[at + 2]!);
  }

  holds(hash: number): boolean {
    return this.count(hash) > 0;
  }

  count(hash: number): number {
    return this.#cells[this.#find(hash) + 1]!;
  }

  #take(cells: Int32Array, at: number): void {
    copyCell(cells, at, this.#cells, this.#find(cells[at]!));
    this.#used++;
  }

  #find(hash: number): number {
    const mask = this.slots - 1;
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 8) & mask;
    for (;;) {
      const at = slot * fields;
      if (this.#cells[at + 1] === 0 || this.#cells[at] === hash) return at;
      slot = (slot + 1) & mask;
    }
  }
}

function copyCell(from: Int32Array, at: number, into: Int32Array, to: number): void {
  for (let field = 0; field < fields; field++) into[to + field] = from[at + field]!;
}
