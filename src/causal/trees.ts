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
  readonly #roots: Int32Array;
  readonly #column: Int16Array;
  readonly #at: Float64Array;
  readonly #left: Int32Array;
  /** The most that each tree and those after it can add. */
  readonly #maxRest: Float64Array;

  /** `places`: where in a row each column is. */
  constructor(trees: readonly Tree[], places: readonly number[]) {
    const roots = new Int32Array(trees.length);
    for (let tree = 1; tree < trees.length; tree++) roots[tree] = roots[tree - 1]! + trees[tree - 1]!.column.length;
    this.#roots = roots;
    this.#column = Int16Array.from(
      trees.flatMap(({ column }) => column.map((each) => (each < 0 ? -1 : places[each]!))),
    );
    this.#at = Float64Array.from(trees.flatMap(({ at }) => at));
    this.#left = Int32Array.from(trees.flatMap(({ left }, tree) => left.map((node) => node + roots[tree]!)));
    this.#maxRest = new Float64Array(trees.length);
    let maxRest = 0;
    for (let tree = trees.length - 1; tree >= 0; tree--) this.#maxRest[tree] = maxRest += largestLeaf(trees[tree]!);
  }

  /**
   * The log odds with what the trees add. Most candidates cannot reach `minOdds` any more after a few trees: for these the
   * answer is some number below it.
   */
  addTo(odds: number, row: Float64Array, minOdds: number): number {
    const [roots, columns, values, lefts, maxRest] = [this.#roots, this.#column, this.#at, this.#left, this.#maxRest];
    let sum = odds;
    for (let tree = 0; tree < roots.length; tree++) {
      if (sum + maxRest[tree]! < minOdds) return -Infinity;
      let node = roots[tree]!;
      for (let column = columns[node]!; column >= 0; column = columns[node]!)
        node = lefts[node]! + (row[column]! <= values[node]! ? 0 : 1);
      sum += values[node]!;
    }
    return sum;
  }
}

function largestLeaf({ column, at }: Tree): number {
  return Math.max(...at.filter((_, node) => column[node]! < 0));
}
