import { firstCheck, firstHash, nextCheck, nextHash } from './term-table.ts';

/** The words of one short text, in lower case, by their hashes. Used again for the next one. */
export class WordSet {
  /** Of each place: the number of the text that filled it, and the hashes. */
  readonly #places = new Int32Array(3 * size);
  #text = 0;
  #words = 0;

  clear(): void {
    this.#text += 1;
    this.#words = 0;
  }

  /** Runs of `a`–`z` and digits. */
  addWordsOf(text: string): void {
    const low = text.toLowerCase();
    let hash = firstHash;
    let check = firstCheck;
    let start = 0;
    for (let at = 0; at <= low.length; at++) {
      const code = at === low.length ? 0 : low.charCodeAt(at);
      if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
        hash = nextHash(hash, code);
        check = nextCheck(check, code);
        continue;
      }
      if (at > start) this.#add(hash, check);
      start = at + 1;
      hash = firstHash;
      check = firstCheck;
    }
  }

  has(hash: number, check: number): boolean {
    return this.#words > 0 && this.#isAt(this.#placeOf(hash, check));
  }

  #add(hash: number, check: number): void {
    const place = this.#placeOf(hash, check);
    // Half empty, so that looking for a place ends.
    if (this.#isAt(place) || this.#words >= size / 2) return;
    this.#words += 1;
    this.#places[place] = this.#text;
    this.#places[place + 1] = hash;
    this.#places[place + 2] = check;
  }

  #isAt(place: number): boolean {
    return this.#places[place] === this.#text;
  }

  /** Where it is, or would be. */
  #placeOf(hash: number, check: number): number {
    const places = this.#places;
    let at = hash & (size - 1);
    while (places[3 * at] === this.#text && (places[3 * at + 1] !== hash || places[3 * at + 2] !== check))
      at = (at + 1) & (size - 1);
    return 3 * at;
  }
}

/** A beginning has a few hundred bytes. */
const size = 1 << 11;
