/**
 * Small decision trees whose values are added up (gradient boosting). A node sends a row to `left` when its value is at
 * most `at`, otherwise to `left + 1`; a leaf has the column -1 and its value in `at`.
 */
export interface Tree {
  readonly column: readonly number[];
  readonly at: readonly number[];
  readonly left: readonly number[];
}

/** All trees in flat arrays: asked for every likely cause of every call. */
export class Forest {
  readonly #roots: readonly number[];
  readonly #column: Int16Array;
  readonly #at: Float64Array;
  readonly #left: Int32Array;

  /** `places`: where in a row each column is. */
  constructor(trees: readonly Tree[], places: readonly number[]) {
    const roots: number[] = [];
    let size = 0;
    for (const { column } of trees) {
      roots.push(size);
      size += column.length;
    }
    this.#roots = roots;
    this.#column = Int16Array.from(
      trees.flatMap(({ column }) => column.map((each) => (each < 0 ? -1 : places[each]!))),
    );
    this.#at = Float64Array.from(trees.flatMap(({ at }) => at));
    this.#left = Int32Array.from(trees.flatMap(({ left }, tree) => left.map((node) => node + roots[tree]!)));
  }

  /** What they add to the log odds. */
  sum(row: Float64Array): number {
    let sum = 0;
    for (const root of this.#roots) {
      let node = root;
      for (let column = this.#column[node]!; column >= 0; column = this.#column[node]!)
        node = this.#left[node]! + (row[column]! <= this.#at[node]! ? 0 : 1);
      sum += this.#at[node]!;
    }
    return sum;
  }
}
