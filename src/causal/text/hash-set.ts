/**
 * Hashes that came up in one text. A `Set` for each text costs more than reading it, so a table is used
 * again and again: what is in it counts only when it was put there since it was cleared.
 */
export class HashSet {
  #words = new Int32Array(256);
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

  has(word: number): boolean {
    return this.#rounds[this.#placeOf(word)] === this.#round;
  }

  /** Whether it is new. */
  add(word: number): boolean {
    const place = this.#placeOf(word);
    if (this.#rounds[place] === this.#round) return false;
    this.#words[place] = word;
    this.#rounds[place] = this.#round;
    if (++this.#count * 2 > this.#words.length) this.#grow();
    return true;
  }

  /** Where it is, or the free place it would get. */
  #placeOf(word: number): number {
    const last = this.#words.length - 1;
    let place = (Math.imul(word, 0x9e3779b1) >>> 8) & last;
    while (this.#rounds[place] === this.#round && this.#words[place] !== word) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const [words, rounds, round] = [this.#words, this.#rounds, this.#round];
    this.#words = new Int32Array(words.length * 4);
    this.#rounds = new Int32Array(words.length * 4);
    for (let at = 0; at < words.length; at++) {
      if (rounds[at] !== round) continue;
      const place = this.#placeOf(words[at]!);
      this.#words[place] = words[at]!;
      this.#rounds[place] = round;
    }
  }
}
