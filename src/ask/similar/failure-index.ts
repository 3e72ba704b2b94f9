import { embed } from '../../memory/embed/embed.ts';
import { VectorIndex } from '../../memory/embed/vectors.ts';
import type { Key } from '../../model/ids.ts';
import type { FailureRow } from '../../store/store.ts';
import { variantOf } from './variant.ts';
import { WordIndex } from './word-index.ts';

/** A failure that is like another. */
export interface Alike {
  readonly key: Key;
  /** Its fingerprint. */
  readonly text: string;
  /** 0 to 1; 1 for the same spelling. */
  readonly alike: number;
  /** How much of what the words tell is the same, and how near the meaning is, each 0 to 1. */
  readonly words: number;
  readonly meaning: number;
  /** The text that was asked for stands in it as a whole. */
  readonly isWhole: boolean;
}

/**
 * Every distinct failure in memory, to find those alike by spelling, by words and by meaning. About 1 KB each; grows
 * with what is new, so a process that runs for long can keep it.
 */
export class FailureIndex {
  readonly #places = new Map<Key, number>();
  readonly #keys: Key[] = [];
  readonly #texts: string[] = [];
  readonly #spellings = new Map<string, Key[]>();
  readonly #spelled: string[] = [];
  readonly #words = new WordIndex();
  readonly #vectors = new VectorIndex<number>();

  get size(): number {
    return this.#keys.length;
  }

  /** Those that are not here yet. */
  add(failures: readonly FailureRow[]): void {
    for (const { fingerprint, text, vector } of failures) {
      if (this.#places.has(fingerprint)) continue;
      const place = this.#keys.push(fingerprint) - 1;
      this.#places.set(fingerprint, place);
      this.#texts.push(text);
      this.#words.add(text);
      if (vector) this.#vectors.addPacked(place, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      else this.#vectors.add(place, embed(text));
      const spelling = variantOf(text);
      this.#spelled.push(spelling);
      if (spelling === '') continue;
      const same = this.#spellings.get(spelling);
      if (same) same.push(fingerprint);
      else this.#spellings.set(spelling, [fingerprint]);
    }
  }

  /** The same failure told by another program. */
  spelledAlike(text: string): readonly Key[] {
    return this.#spellings.get(variantOf(text)) ?? [];
  }

  /** The nearest by words and by meaning together, the nearest first. */
  nearest(text: string, count: number): readonly Alike[] {
    const vector = embed(text);
    const meanings = new Map(this.#vectors.nearest(vector, looked).map(({ id, alike }) => [id, Math.max(0, alike)]));
    const words = this.#words.nearest(text, looked);
    const missing = [...words.keys()].filter((place) => !meanings.has(place));
    // What is found by its words alone is at most as near in meaning as the last that was found by it.
    const furthest = meanings.size === 0 ? 0 : Math.min(...meanings.values());
    for (const place of missing) meanings.set(place, furthest);
    const overlap = this.#words.overlaps(text, [...meanings.keys()]);
    const whole = ` ${variantOf(text)} `;
    const holds = (place: number): boolean => / \S+ /.test(whole.trim()) && ` ${this.#spelled[place]} `.includes(whole);
    return [...meanings]
      .map(([place, meaning]) => ({
        key: this.#keys[place]!,
        text: this.#texts[place]!,
        alike: together(overlap.get(place)!, meaning),
        words: overlap.get(place)!,
        meaning,
        isWhole: holds(place),
      }))
      .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.alike - a.alike)
      .slice(0, count);
  }
}

/** Found by words, and found by meaning, before both are asked of all of them. */
const looked = 100;

/**
 * Meaning finds what is said in other words; words tell two missing modules apart, which mean the same. On
 * paraphrases of errors meaning alone is best and half of each much worse, on errors that recur a quarter of words is
 * (eval/recurring.ts). Never as much as the same spelling.
 */
export function together(words: number, meaning: number): number {
  return 0.95 * (words / 4 + (3 * meaning) / 4);
}
