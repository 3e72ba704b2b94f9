import { embed } from '../../memory/embed/embed.ts';
import { VectorIndex } from '../../memory/embed/vectors.ts';
import type { Key } from '../../model/ids.ts';
import type { FailureRow } from '../../store/store.ts';
import type { ModelMeanings } from './model-index.ts';
import { variantOf } from './variant.ts';
import { WordIndex } from './word-index.ts';

/** A failure that is like another. */
export interface Alike {
  readonly key: Key;
  /** Its fingerprint. */
  readonly text: string;
  /** 0 to 1; 1 for variants of the same text. */
  readonly alike: number;
  /** Similarity of wording and of meaning, each 0 to 1. */
  readonly words: number;
  readonly meaning: number;
  /** The text that was asked for stands in it as a whole. */
  readonly isWhole: boolean;
}

/**
 * Every distinct failure in memory, to find those similar by variant, by words and by meaning. About 1 KB each; grows
 * with what is new, so a process that runs for long can keep it.
 */
export class FailureIndex {
  readonly #places = new Map<Key, number>();
  readonly #keys: Key[] = [];
  readonly #texts: string[] = [];
  readonly #byVariant = new Map<string, Key[]>();
  readonly #variants: string[] = [];
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
      const variant = variantOf(text);
      this.#variants.push(variant);
      if (variant === '') continue;
      const same = this.#byVariant.get(variant);
      if (same) same.push(fingerprint);
      else this.#byVariant.set(variant, [fingerprint]);
    }
  }

  /** The same failure as another program reports it. */
  variantsOf(text: string): readonly Key[] {
    return this.#byVariant.get(variantOf(text)) ?? [];
  }

  /** The nearest by words and by meaning together, the nearest first; `model` is what an added model thinks. */
  nearest(text: string, count: number, model?: ModelMeanings): readonly Alike[] {
    const vector = embed(text);
    const meanings = new Map(this.#vectors.nearest(vector, looked).map(({ id, alike }) => [id, Math.max(0, alike)]));
    for (const failure of model?.nearest.keys() ?? []) {
      const place = this.#places.get(failure);
      if (place !== undefined) meanings.set(place, Math.max(0, this.#vectors.alike(place, vector)!));
    }
    const words = this.#words.nearest(text, looked);
    const missing = [...words.keys()].filter((place) => !meanings.has(place));
    // What is found by its words alone is at most as near in meaning as the last that was found by it.
    const furthest = meanings.size === 0 ? 0 : Math.min(...meanings.values());
    for (const place of missing) meanings.set(place, furthest);
    if (model)
      for (const [place, meaning] of meanings) {
        const cosine = model.cosineOf(this.#keys[place]!);
        if (cosine !== undefined) meanings.set(place, withModel(meaning, Math.max(0, cosine)));
      }
    const overlap = this.#words.overlaps(text, [...meanings.keys()]);
    const whole = ` ${variantOf(text)} `;
    const holds = (place: number): boolean =>
      / \S+ /.test(whole.trim()) && ` ${this.#variants[place]} `.includes(whole);
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

/**
 * The table knows words of our trade, the model knows sentences: together they find more than either does (decision
 * 048). It has the scale of the table, for which limits were measured.
 */
export function withModel(table: number, model: number): number {
  return (table + model) / 2;
}

/** Found by words, and found by meaning, before both are asked of all of them. */
export const looked = 100;

/**
 * Meaning finds other wordings; words distinguish two missing modules, which mean the same. On
 * paraphrases of errors meaning alone is best and half of each much worse, on errors that recur a quarter of words is
 * (eval/recurring.ts). Never as much as a variant.
 */
export function together(words: number, meaning: number): number {
  return 0.95 * (words / 4 + (3 * meaning) / 4);
}
