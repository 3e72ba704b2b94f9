import { wordsOf } from '../../memory/embed/words.ts';

/**
 * Short texts by their words. A rare word weighs more than a common one. Texts are known by the
 * order in which they came.
 */
export class WordIndex {
  /** Number of a word. */
  readonly #numbers = new Map<string, number>();
  /** Texts that have the word. */
  readonly #having: number[][] = [];
  /** Words of the text. */
  readonly #texts: Uint32Array[] = [];
  #sums = new Float32Array(0);

  add(text: string): void {
    const place = this.#texts.length;
    const numbers = new Set<number>();
    for (const word of wordsOf(text)) numbers.add(this.#numberOf(word));
    for (const number of numbers) this.#having[number]!.push(place);
    this.#texts.push(Uint32Array.from(numbers));
  }

  /** The texts that share most of the word weight with this one, with the shared weight in no particular unit. */
  nearest(text: string, count: number): ReadonlyMap<number, number> {
    if (this.#sums.length < this.#texts.length) this.#sums = new Float32Array(2 * this.#texts.length);
    const sums = this.#sums;
    const touched: number[] = [];
    const words = this.#known(text).toSorted((a, b) => this.#having[a]!.length - this.#having[b]!.length);
    for (const word of words) {
      const having = this.#having[word]!;
      // Words that a tenth of all texts have weigh nearly nothing and cost most of the work.
      if (touched.length > 0 && having.length > Math.max(fewTexts, this.#texts.length / 10)) break;
      const weight = this.#weight(word);
      for (const place of having) {
        if (sums[place] === 0) touched.push(place);
        sums[place]! += weight;
      }
    }
    const least = leastOfBest(
      touched.map((place) => sums[place]!),
      count,
    );
    const best = new Map<number, number>();
    for (const place of touched) {
      if (sums[place]! >= least && best.size < count) best.set(place, sums[place]!);
      sums[place] = 0;
    }
    return best;
  }

  /** The share of common word weight of two texts, 0 to 1. */
  overlaps(text: string, places: readonly number[]): ReadonlyMap<number, number> {
    const own = new Set(wordsOf(text));
    let all = 0;
    const known = new Set<number>();
    for (const word of own) {
      const number = this.#numbers.get(word);
      all += this.#weight(number);
      if (number !== undefined) known.add(number);
    }
    return new Map(
      places.map((place) => {
        let theirs = 0;
        let shared = 0;
        for (const number of this.#texts[place]!) {
          const weight = this.#weight(number);
          theirs += weight;
          if (known.has(number)) shared += weight;
        }
        return [place, all + theirs === 0 ? 0 : (2 * shared) / (all + theirs)];
      }),
    );
  }

  #known(text: string): number[] {
    return [...new Set(wordsOf(text))].map((word) => this.#numbers.get(word)).filter((number) => number !== undefined);
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#having.push([]);
    this.#numbers.set(word, this.#having.length - 1);
    return this.#having.length - 1;
  }

  /** Weight of a word: the rarer, the higher. An unknown word has the highest. */
  #weight(number: number | undefined): number {
    const having = number === undefined ? 0 : this.#having[number]!.length;
    return Math.log(1 + this.#texts.length / (having + 0.5));
  }
}

/** Nothing to save below. */
const fewTexts = 1000;

function leastOfBest(sums: readonly number[], count: number): number {
  return sums.length <= count ? 0 : Float32Array.from(sums).sort().at(-count)!;
}
