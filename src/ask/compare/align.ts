/** Two places, one in each list, that hold the same. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

/**
 * What two lists have in common, in order: as long as can be found at a bounded cost. What both hold only once is
 * matched first (patience), what lies between is compared exactly while it is short; a long stretch with nothing to
 * hold on to is left unmatched.
 */
export function align(a: readonly string[], b: readonly string[], { most = mostCells } = {}): readonly Pair[] {
  const pairs: Pair[] = [];
  const open: Stretch[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length, depth: 0 }];
  let left = most;
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const inner = trimmed(a, b, stretch, pairs);
    const cells = (inner.toA - inner.fromA) * (inner.toB - inner.fromB);
    if (cells === 0) continue;
    const anchors = inner.depth < deepest ? anchorsOf(a, b, inner) : [];
    if (anchors.length > 0) {
      open.push(...between(inner, anchors));
      pairs.push(...anchors);
    } else if (cells <= Math.min(left, largestTable)) {
      left -= cells;
      pairs.push(...longest(a, b, inner));
    }
  }
  return pairs.toSorted((one, other) => one.a - other.a);
}

interface Stretch {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
  readonly depth: number;
}

// About a fifth of a second.
const mostCells = 20_000_000;
const largestTable = 1_000_000;
const deepest = 40;

/** Without what both begin and end with, which are pairs. */
function trimmed(a: readonly string[], b: readonly string[], stretch: Stretch, pairs: Pair[]): Stretch {
  let { fromA, toA, fromB, toB } = stretch;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push({ a: fromA++, b: fromB++ });
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) pairs.push({ a: --toA, b: --toB });
  return { fromA, toA, fromB, toB, depth: stretch.depth };
}

/** What stands once in each, as far as both have it in the same order. */
function anchorsOf(a: readonly string[], b: readonly string[], { fromA, toA, fromB, toB }: Stretch): readonly Pair[] {
  const placesA = onlyPlaces(a, fromA, toA);
  const common: Pair[] = [];
  for (const [item, at] of onlyPlaces(b, fromB, toB)) {
    const inA = placesA.get(item);
    if (at >= 0 && inA !== undefined && inA >= 0) common.push({ a: inA, b: at });
  }
  return longestRising(common.toSorted((one, other) => one.a - other.a));
}

/** Where each item stands; -1 for those that stand in several places. */
export function onlyPlaces(items: readonly string[], from = 0, to = items.length): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) places.set(items[at]!, places.has(items[at]!) ? -1 : at);
  return places;
}

/** The longest list of pairs that rises in both, of pairs that rise in `a`. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length);
  for (const [at, { b }] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.b < b) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = at;
  }
  const rising: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) rising.push(pairs[at]!);
  return rising.toReversed();
}

function between({ fromA, toA, fromB, toB, depth }: Stretch, anchors: readonly Pair[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let last: Pair = { a: fromA - 1, b: fromB - 1 };
  for (const anchor of [...anchors, { a: toA, b: toB }]) {
    stretches.push({ fromA: last.a + 1, toA: anchor.a, fromB: last.b + 1, toB: anchor.b, depth: depth + 1 });
    last = anchor;
  }
  return stretches;
}

/** The longest common subsequence, from the whole table. */
function longest(a: readonly string[], b: readonly string[], { fromA, toA, fromB, toB }: Stretch): readonly Pair[] {
  const [rows, columns] = [toA - fromA, toB - fromB];
  const wide = columns + 1;
  // The table is at most a million cells, so no common part is longer than a thousand.
  const table = new Uint16Array((rows + 1) * wide);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * wide + column;
      table[at] =
        a[fromA + row] === b[fromB + column] ? table[at + wide + 1]! + 1 : Math.max(table[at + wide]!, table[at + 1]!);
    }
  }
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * wide + column;
    if (a[fromA + row] === b[fromB + column]) pairs.push({ a: fromA + row++, b: fromB + column++ });
    else if (table[at + wide]! >= table[at + 1]!) row++;
    else column++;
  }
  return pairs;
}
