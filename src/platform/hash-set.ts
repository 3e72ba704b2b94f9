/**
 * Hashes that came up in one text. A `Set` for each text costs more than reading it, so a table is used
 * again and again: what is in it counts only when it was put there since it was cleared.
 */
export class HashSet {
  #hashes = new Int32Array(256);
  #rounds = new Int32Array(256);
  #round = 1;
  #count = 0;

  clear(): this {
    this.#round++;
    this.#count = 0;
    return this;
  }

  get count(): number {
    return this.#count;
  }

  has(hash: number): boolean {
    return this.#rounds[this.#placeOf(hash)] === this.#round;
  }

  /** Whether it is new. */
  add(hash: number): boolean {
    const place = this.#placeOf(hash);
    if (this.#rounds[place] === this.#round) return false;
    this.#hashes[place] = hash;
    this.#rounds[place] = this.#round;
    if (++this.#count * 2 > this.#hashes.length) this.#grow();
    return true;
  }

  /** Where it is, or the free place it would get. */
  #placeOf(hash: number): number {
    const last = this.#hashes.length - 1;
    let place = (Math.imul(hash, 0x9e3779b1) >>> 8) & last;
    while (this.#rounds[place] === this.#round && this.#hashes[place] !== hash) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const [hashes, rounds, round] = [this.#hashes, this.#rounds, this.#round];
    this.#hashes = new Int32Array(hashes.length * 4);
    this.#rounds = new Int32Array(hashes.length * 4);
    for (let at = 0; at < hashes.length; at++) {
      if (rounds[at] !== round) continue;
      const place = this.#placeOf(hashes[at]!);
      this.#hashes[place] = hashes[at]!;
      this.#rounds[place] = round;
    }
  }
}
