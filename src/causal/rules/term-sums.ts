import { placeCount, placeOf } from '../history/horizon.ts';

/** What is added up for each step that holds words of a call. */
export const sum = {
  /** Words of the call that it has in its arguments, and informative ones that it showed: how many. */
  alike: 0,
  count: 1,
  /** The weights of those it showed, used, or either; showed last, last and not as an echo, alone; wrote. */
  shown: 2,
  used: 3,
  any: 4,
  last: 5,
  lastNew: 6,
  only: 7,
  written: 8,
  writtenFirst: 9,
  numbers: 10,
} as const;
const isTouched = 11;
const width = 12;

/** The sums of a step lie side by side, because most are added to together. */
export class TermSums {
  readonly cells = new Float64Array(placeCount * width);
  readonly #touched = new Int32Array(placeCount);
  #count = 0;

  clear(): void {
    for (let at = 0; at < this.#count; at++) {
      const from = placeOf(this.#touched[at]!) * width;
      // A loop: `fill` is slower for so few.
      for (let cell = from; cell < from + width; cell++) this.cells[cell] = 0;
    }
    this.#count = 0;
  }

  /** Where the sums of a step begin in `cells`. */
  of(index: number): number {
    const from = placeOf(index) * width;
    if (this.cells[from + isTouched] === 0) {
      this.cells[from + isTouched] = 1;
      this.#touched[this.#count++] = index;
    }
    return from;
  }

  /** How many steps were added to. */
  get count(): number {
    return this.#count;
  }

  stepAt(number: number): number {
    return this.#touched[number]!;
  }
}
