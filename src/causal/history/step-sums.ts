import { placeCount, placeOf } from './horizon.ts';

/** Sums by step, for a rule that adds to many of them many times: several times as fast as a `Map`, without garbage. */
export class StepSums {
  readonly #sums = new Float64Array(placeCount);
  readonly #touched = new Int32Array(placeCount);
  #count = 0;

  clear(): this {
    for (let at = 0; at < this.#count; at++) this.#sums[placeOf(this.#touched[at]!)] = 0;
    this.#count = 0;
    return this;
  }

  /** More than 0. */
  add(index: number, weight: number): void {
    const place = placeOf(index);
    if (this.#sums[place] === 0) this.#touched[this.#count++] = index;
    this.#sums[place]! += weight;
  }

  of(index: number): number {
    return this.#sums[placeOf(index)]!;
  }

  /** The steps that were added to, in the order in which they first were. */
  get touched(): Int32Array {
    return this.#touched.subarray(0, this.#count);
  }
}
