import type { Item } from './lanes.ts';
import type { Diagram } from './layout.ts';
import { straighten } from './straighten.ts';

interface Spacing {
  readonly betweenBoxes: number;
  readonly betweenLanes: number;
}

/**
 * Where the middle of each item is, from left to right: as near as the others of its row allow to the items it is
 * tied to. Lanes pull harder than boxes, so that lines run straight and boxes make way.
 */
export function placed(
  rows: readonly (readonly Item[])[],
  boxes: Diagram['boxes'],
  spacing: Spacing,
): ReadonlyMap<Item, number> {
  const x = new Map<Item, number>();
  const apart = rows.map((row) => distances(row, boxes, spacing));
  rows.forEach((row, at) => {
    let place = -apart[at]!.reduce((sum, each) => sum + each, 0) / 2;
    row.forEach((item, index) => x.set(item, (place += apart[at]![index]!)));
  });
  const downwards = [...rows.keys()];
  for (let pass = 0; pass < passes; pass += 1) {
    for (const at of pass % 2 === 0 ? downwards : downwards.toReversed()) {
      const settled = nearest(
        rows[at]!.map((item) => pull(item, x)),
        apart[at]!,
      );
      rows[at]!.forEach((item, index) => x.set(item, settled[index]!));
    }
  }
  straighten(rows, apart, x);
  return x;
}

const passes = 24;

interface Wish {
  readonly at: number;
  readonly weight: number;
}

function pull(item: Item, x: ReadonlyMap<Item, number>): Wish {
  let sum = 0;
  let weight = 0;
  for (const ties of [item.above, item.below]) {
    for (const other of ties) {
      const force = item.box === null && other.box === null ? 8 : item.box === null || other.box === null ? 2 : 1;
      sum += force * x.get(other)!;
      weight += force;
    }
  }
  // Everything would rather be in the middle, or long pictures drift to a side; but it does not insist.
  weight += item.box === null ? 0.01 : 0.3;
  return { at: sum / weight, weight };
}

/** How far each item is from the one before it at least, middle to middle. */
function distances(
  row: readonly Item[],
  boxes: Diagram['boxes'],
  { betweenBoxes, betweenLanes }: Spacing,
): readonly number[] {
  return row.map((item, at) => {
    const before = row[at - 1];
    if (!before) return 0;
    const gap =
      before.box === null && item.box === null
        ? betweenLanes
        : betweenBoxes / (before.box === null || item.box === null ? 1.4 : 1);
    return gap + (half(before, boxes) + half(item, boxes));
  });
}

function half({ box }: Item, boxes: Diagram['boxes']): number {
  return box === null ? 0 : boxes[box]!.width / 2;
}

/**
 * The places nearest to those wished for, by weighted squares, that keep the order and the distances: pool adjacent
 * violators. Linear.
 */
function nearest(wishes: readonly Wish[], apart: readonly number[]): readonly number[] {
  const pools: { sum: number; weight: number; size: number }[] = [];
  let offset = 0;
  const offsets = apart.map((each) => (offset += each));
  wishes.forEach(({ at, weight }, index) => {
    let pool = { sum: (at - offsets[index]!) * weight, weight, size: 1 };
    for (let last = pools.at(-1); last && last.sum / last.weight >= pool.sum / pool.weight; last = pools.at(-1)) {
      pools.pop();
      pool = { sum: last.sum + pool.sum, weight: last.weight + pool.weight, size: last.size + pool.size };
    }
    pools.push(pool);
  });
  return pools
    .flatMap(({ sum, weight, size }) => Array<number>(size).fill(sum / weight))
    .map((at, index) => at + offsets[index]!);
}
