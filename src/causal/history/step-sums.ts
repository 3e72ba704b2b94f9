import { placeCount, placeOf } from './horizon.ts';

/** Sums by step, for a rule that adds to many of them many times: several times as fast as a `Map`, without garbage. */
export class StepSums {
  readonly #sums = new Float64Array(placeCount);
  /** In the order in which they were first added to. */
  readonly touched: number[] = [];

  clear(): this {
    for (const index of this.touched) this.#sums[placeOf(index)] = 0;
    this.touched.length = 0;
    return this;
  }

  /** More than 0. */
  add(index: number, weight: number): void {
    const place = placeOf(index);
    if (this.#sums[place] === 0) this.touched.push(index);
    this.#sums[place]! += weight;
  }

  of(index: number): number {
    return this.#sums[placeOf(index)]!;
  }
}
