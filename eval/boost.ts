import type { Tree } from '../src/causal/trees.ts';

export interface Boosting {
  readonly trees: number;
  readonly leaves: number;
  /** How much of what a tree finds is believed. */
  readonly rate: number;
  /** A leaf of fewer rows says nothing. */
  readonly minRows: number;
  /** Draws the values of leaves towards 0. */
  readonly restraint: number;
  /** The share of columns a tree may look at. */
  readonly share: number;
}

export interface Examples {
  readonly rows: readonly Float64Array[];
  readonly right: readonly boolean[];
  /** Log odds to begin with. */
  readonly odds: readonly number[];
}

const bins = 32;

/**
 * Trees that correct log odds, one after the other (gradient boosting on the logistic loss, by histograms). The same
 * examples give the same trees.
 */
export function boost(examples: Examples, options: Boosting): readonly Tree[] {
  const { rows, right } = examples;
  if (rows.length === 0) return [];
  const columns = rows[0]!.length;
  const cuts = Array.from({ length: columns }, (_, column) => cutsOf(rows, column));
  const binned = cuts.map((own, column) => Uint8Array.from(rows, (row) => binOf(row[column]!, own)));
  const odds = Float64Array.from(examples.odds);
  const slopes = new Float64Array(rows.length);
  const bends = new Float64Array(rows.length);
  const random = randomFrom(1);
  return Array.from({ length: options.trees }, () => {
    for (let row = 0; row < rows.length; row++) {
      const likely = 1 / (1 + Math.exp(-odds[row]!));
      slopes[row] = likely - (right[row] ? 1 : 0);
      bends[row] = likely * (1 - likely);
    }
    const chosen = cuts.flatMap((own, column) => (own.length > 0 && random() < options.share ? [column] : []));
    const tree = grow({ cuts, binned, slopes, bends, chosen, ...options });
    for (const { rows: own, value } of tree.leaves) for (const row of own) odds[row]! += value;
    return tree.tree;
  });
}

interface Growing extends Boosting {
  readonly cuts: readonly Float64Array[];
  readonly binned: readonly Uint8Array[];
  readonly slopes: Float64Array;
  readonly bends: Float64Array;
  readonly chosen: readonly number[];
}

interface Leaf {
  readonly node: number;
  readonly rows: Int32Array;
  readonly value: number;
  readonly split: Split | undefined;
}

interface Split {
  readonly column: number;
  readonly bin: number;
  readonly gain: number;
}

/** Splits the leaf that gains most until there are enough. */
function grow(growing: Growing): { readonly tree: Tree; readonly leaves: readonly Leaf[] } {
  const { cuts, binned, slopes, bends, rate, restraint, leaves: maxLeaves } = growing;
  const tree = { column: [] as number[], at: [] as number[], left: [] as number[] };
  const leafOf = (rows: Int32Array): Leaf => {
    const slope = sum(slopes, rows);
    const bend = sum(bends, rows);
    const value = Math.round((1e4 * -rate * slope) / (bend + restraint)) / 1e4;
    const node = tree.column.push(-1) - 1;
    tree.at.push(value);
    tree.left.push(0);
    return { node, rows, value, split: bestSplit(rows, slope, bend, growing) };
  };
  const leaves = [leafOf(Int32Array.from(slopes, (_, row) => row))];
  while (leaves.length < maxLeaves) {
    let best = -1;
    for (const [at, { split }] of leaves.entries())
      if (split && (best < 0 || split.gain > leaves[best]!.split!.gain)) best = at;
    if (best < 0) break;
    const [{ node, rows, split }] = leaves.splice(best, 1) as [Leaf & { split: Split }];
    const own = binned[split.column]!;
    tree.column[node] = split.column;
    tree.at[node] = cuts[split.column]![split.bin]!;
    tree.left[node] = tree.column.length;
    leaves.push(leafOf(rows.filter((row) => own[row]! <= split.bin)));
    leaves.push(leafOf(rows.filter((row) => own[row]! > split.bin)));
  }
  return { tree, leaves };
}

function bestSplit(rows: Int32Array, slope: number, bend: number, growing: Growing): Split | undefined {
  const { cuts, binned, slopes, bends, chosen, minRows, restraint } = growing;
  if (rows.length < 2 * minRows) return undefined;
  const whole = slope ** 2 / (bend + restraint);
  const [slopeIn, bendIn, countIn] = [new Float64Array(bins), new Float64Array(bins), new Int32Array(bins)];
  let best: Split | undefined;
  for (const column of chosen) {
    slopeIn.fill(0);
    bendIn.fill(0);
    countIn.fill(0);
    const own = binned[column]!;
    for (const row of rows) {
      const bin = own[row]!;
      slopeIn[bin]! += slopes[row]!;
      bendIn[bin]! += bends[row]!;
      countIn[bin]!++;
    }
    let [leftSlope, leftBend, left] = [0, 0, 0];
    for (let bin = 0; bin < cuts[column]!.length; bin++) {
      leftSlope += slopeIn[bin]!;
      leftBend += bendIn[bin]!;
      left += countIn[bin]!;
      if (left < minRows || rows.length - left < minRows) continue;
      const gain =
        leftSlope ** 2 / (leftBend + restraint) + (slope - leftSlope) ** 2 / (bend - leftBend + restraint) - whole;
      if (gain > 1e-6 && (!best || gain > best.gain)) best = { column, bin, gain };
    }
  }
  return best;
}

/** Where a column may be cut: at 0, and at equal shares of what is not 0. */
function cutsOf(rows: readonly Float64Array[], column: number): Float64Array {
  const values = rows.map((row) => row[column]!).filter((value) => value !== 0);
  if (values.length === 0) return new Float64Array();
  values.sort((a, b) => a - b);
  const cuts = new Set(values.length < rows.length ? [0] : []);
  for (let share = 1; share < bins - 1; share++)
    cuts.add(rounded(values[Math.floor((share * values.length) / (bins - 1))]!));
  return Float64Array.from(cuts)
    .sort()
    .slice(0, bins - 1);
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

function binOf(value: number, cuts: Float64Array): number {
  let bin = 0;
  while (bin < cuts.length && value > cuts[bin]!) bin++;
  return bin;
}

function sum(values: Float64Array, rows: Int32Array): number {
  let all = 0;
  for (const row of rows) all += values[row]!;
  return all;
}

/** A linear congruential generator: good enough to choose columns, and always the same. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
}
