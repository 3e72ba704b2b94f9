import type { Marks } from './read-text.ts';

/** The words of a text, each once. In order, so that it is a few bytes a word and two are compared in one walk. */
export class WordSet {
  readonly #sorted: Int32Array;

  constructor({ hash, length }: Marks) {
    const sorted = hash.slice(0, length).sort();
    let size = 0;
    for (let at = 0; at < length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[size++] = sorted[at]!;
    this.#sorted = size === length ? sorted : sorted.slice(0, size);
  }

  get size(): number {
    return this.#sorted.length;
  }

  has(word: number): boolean {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#sorted[middle]! < word) from = middle + 1;
      else to = middle;
    }
    return this.#sorted[from] === word;
  }

  /** How many words both have. */
  shared(other: WordSet): number {
    const [a, b] = [this.#sorted, other.#sorted];
    let count = 0;
    for (let i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] === b[j]) {
        count++;
        i++;
        j++;
      } else if (a[i]! < b[j]!) i++;
      else j++;
    }
    return count;
  }
}
