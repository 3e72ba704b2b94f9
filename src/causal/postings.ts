/**
 * Which steps showed a word, a line or a file's name. Of each the first step, the latest few and how many there were:
 * what lies between says no more, and so looking back costs the same however long the session is. What has not been
 * seen for a long time goes: of two tables, each taking its turn, the older is emptied when the newer is full.
 */
export class Postings {
  readonly #capacity: number;
  #young: Table;
  #old: Table | undefined;

  /** `capacity` is a power of two. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#young = new Table(fewest);
  }

  /** Told in order: a step's index is never below one told before. `mark` says how the step holds it, 0 or 1. */
  add(hash: number, step: number, mark = 0): void {
    if (this.#young.full) {
      if (this.#young.slots >= this.#capacity) {
        this.#old = this.#young;
        this.#young = new Table(fewest);
      } else this.#young = this.#young.grown();
    }
    this.#young.add(hash, step, mark, this.#old);
  }

  /** The steps that hold it, latest first, the very first one at the end. */
  each(hash: number, visit: (step: number, mark: number) => void): void {
    (this.#young.holds(hash) ? this.#young : this.#old)?.each(hash, visit);
  }

  /** In how many steps it was. */
  count(hash: number): number {
    return this.#young.count(hash) || (this.#old?.count(hash) ?? 0);
  }
}

/** A power of two, as the number of slots is: remainders are then masks. */
const latestKept = 16;
const fields = 3 + latestKept;
/** Most sessions are small. */
const fewest = 512;

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
    const larger = new Table(this.slots * 2);
    for (let at = 0; at < this.#cells.length; at += fields) {
      if (this.#cells[at + 1] !== 0) larger.#take(this.#cells.subarray(at, at + fields));
    }
    return larger;
  }

  add(hash: number, step: number, mark: number, older: Table | undefined): void {
    const at = this.#find(hash);
    if (this.#cells[at + 1] === 0) {
      this.#used++;
      const before = older?.holds(hash) ? older.#find(hash) : -1;
      if (before >= 0) this.#cells.set(older!.#cells.subarray(before, before + fields), at);
      this.#cells[at] = hash;
    }
    const count = this.#cells[at + 1]!;
    const entry = step * 2 + mark;
    if (count === 0) this.#cells[at + 2] = entry;
    else {
      const last = at + 3 + ((count - 1) & (latestKept - 1));
      if (this.#cells[last]! >> 1 === step) {
        this.#cells[last]! |= mark;
        if (count === 1) this.#cells[at + 2]! |= mark;
        return;
      }
    }
    this.#cells[at + 3 + (count & (latestKept - 1))] = entry;
    this.#cells[at + 1] = count + 1;
  }

  each(hash: number, visit: (step: number, mark: number) => void): void {
    const at = this.#find(hash);
    const count = this.#cells[at + 1]!;
    if (count === 0) return;
    const kept = Math.min(count, latestKept);
    for (let back = 1; back <= kept; back++) {
      const entry = this.#cells[at + 3 + ((count - back) & (latestKept - 1))]!;
      visit(entry >> 1, entry & 1);
    }
    if (count > latestKept) visit(this.#cells[at + 2]! >> 1, this.#cells[at + 2]! & 1);
  }

  holds(hash: number): boolean {
    return this.count(hash) > 0;
  }

  count(hash: number): number {
    return this.#cells[this.#find(hash) + 1]!;
  }

  #take(cell: Int32Array): void {
    this.#cells.set(cell, this.#find(cell[0]!));
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
