import { horizon } from './past.ts';

/** Sums by step, for a rule that adds to many of them many times: several times as fast as a `Map`, without garbage. */
export class StepSums {
  readonly #sums = new Float64Array(2 ** Math.ceil(Math.log2(horizon)));
  /** In the order in which they were first added to. */
  readonly touched: number[] = [];

  clear(): this {
    for (const index of this.touched) this.#sums[index & (this.#sums.length - 1)] = 0;
    this.touched.length = 0;
    return this;
  }

  /** More than 0. Steps beyond the horizon are never queried, so no two share a place. */
  add(index: number, weight: number): void {
    const place = index & (this.#sums.length - 1);
    if (this.#sums[place] === 0) this.touched.push(index);
    this.#sums[place]! += weight;
  }

  of(index: number): number {
    return this.#sums[index & (this.#sums.length - 1)]!;
  }
}
