/**
 * The words of a text, each once. Sorted, so that it takes a few bytes per word and two sets are compared in one pass;
 * sorted on first use, because most steps are never compared.
 */
export class WordSet {
  #words: Int32Array;
  #isSorted = false;

  /** The array is not to change any more. */
  constructor(words: Int32Array) {
    this.#words = words;
  }

  /** What it can be made from again. */
  get array(): Int32Array {
    return this.#words;
  }

  get #sorted(): Int32Array {
    if (!this.#isSorted) {
      this.#isSorted = true;
      this.#words = unique(this.#words.toSorted());
    }
    return this.#words;
  }

  get size(): number {
    return this.#sorted.length;
  }

  has(word: number): boolean {
    const sorted = this.#sorted;
    let from = 0;
    let to = sorted.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < word) from = middle + 1;
      else to = middle;
    }
    return sorted[from] === word;
  }

  /** How many words both have. */
  shared(other: WordSet): number {
    const [a, b] = [this.#sorted, other.#sorted];
    let count = 0;
    for (let i = 0, j = 0; i < a.length && j < b.length;) {
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

function unique(sorted: Int32Array): Int32Array {
  let size = 0;
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[size++] = sorted[at]!;
  return size === sorted.length ? sorted : sorted.slice(0, size);
}
