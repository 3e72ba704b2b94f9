import type { Item } from './lanes.ts';
import type { Arrow, Diagram, Layout } from './layout.ts';

/** How an arrow runs. */
export interface Route {
  /** The whole way, as the data of an SVG path. An arrow without a line has a short stub above the box it points at. */
  readonly whole: string;
  /** The last part of it: from the lane it shares, or from its box when it shares none. */
  readonly tail: string;
  /** Arrows of one bundle share lanes: the longest that is drawn is drawn whole, of the others only the tail. */
  readonly bundle: string;
  /** Lanes it passes. */
  readonly length: number;
  readonly isStub: boolean;
  readonly end: Point;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Placed {
  readonly boxes: Diagram['boxes'];
  readonly arrows: readonly Arrow[];
  readonly order: readonly (readonly Item[])[];
  readonly columns: ReadonlyMap<Item, number>;
  readonly passes: readonly (readonly Item[] | null)[];
  readonly spacing: { readonly betweenRows: number };
}

/**
 * Turns columns and rows into points, and the ways of arrows into curves between rows that run straight through them.
 */
export function routed({ boxes, arrows, order, columns, passes, spacing }: Placed): Layout {
  let [left, right] = [0, 0];
  for (const [item, x] of columns)
    [left, right] = [Math.min(left, x - halfOf(item)), Math.max(right, x + halfOf(item))];
  const tops: number[] = [];
  let height = 0;
  for (const row of order) {
    tops.push(height);
    height += Math.max(0, ...row.map(({ box }) => (box === null ? 0 : boxes[box]!.height))) + spacing.betweenRows;
  }
  const rowOf = new Map(order.flatMap((row, at) => row.map((item) => [item, at] as const)));
  const itemOf = new Map(
    order.flatMap((row) => row.flatMap((item) => (item.box === null ? [] : [[item.box, item] as const]))),
  );
  const xOf = (item: Item) => columns.get(item)! - left;
  const topOf = (item: Item) => tops[rowOf.get(item)!]!;
  const bottomOf = (item: Item) =>
    item.box === null
      ? (tops[rowOf.get(item)! + 1] ?? height) - spacing.betweenRows
      : topOf(item) + boxes[item.box]!.height;

  const ends = arrivals(arrows, passes, itemOf, xOf, boxes);
  const routes = arrows.map(({ from, to, style }, at): Route => {
    const way = passes[at];
    const end = { x: ends[at]!, y: topOf(itemOf.get(to)!) };
    if (!way) {
      const stub = `M${fixed(end.x)} ${fixed(end.y - 18)}V${fixed(end.y - arrowhead)}`;
      return { whole: stub, tail: stub, bundle: `stub ${at}`, length: 0, isStub: true, end };
    }
    const items = [itemOf.get(from)!, ...way];
    return {
      whole: path(items, end),
      tail: path(items.slice(-1), end),
      bundle: `${from} ${style}`,
      length: way.length,
      isStub: false,
      end,
    };
  });
  return {
    width: right - left,
    height: Math.max(0, height - spacing.betweenRows),
    boxes: boxes.map(({ width }, box) => ({ x: xOf(itemOf.get(box)!) - width / 2, y: topOf(itemOf.get(box)!) })),
    routes,
  };

  function path(items: readonly Item[], end: Point): string {
    const [first, ...rest] = items;
    let d = `M${fixed(xOf(first!))} ${fixed(bottomOf(first!))}`;
    let from = { x: xOf(first!), y: bottomOf(first!) };
    for (const lane of rest) {
      const into = { x: xOf(lane), y: topOf(lane) };
      d += `${curve(from, into)}V${fixed(bottomOf(lane))}`;
      from = { x: into.x, y: bottomOf(lane) };
    }
    return d + curve(from, { x: end.x, y: end.y - arrowhead });
  }

  function halfOf({ box }: Item): number {
    return box === null ? 4 : boxes[box]!.width / 2;
  }
}

/** Arrows end before the box they point at, where their heads begin. */
const arrowhead = 5;

/** Where on the upper edge of its box each arrow arrives: side by side, in the order they come from. */
function arrivals(
  arrows: readonly Arrow[],
  passes: Placed['passes'],
  itemOf: ReadonlyMap<number, Item>,
  xOf: (item: Item) => number,
  boxes: Diagram['boxes'],
): readonly number[] {
  const ends: number[] = [];
  for (const [to, into] of Map.groupBy(arrows.keys(), (at) => arrows[at]!.to)) {
    const middle = xOf(itemOf.get(to)!);
    const comesFrom = (at: number) => {
      const way = passes[at];
      // A stub stands to the right of the lines.
      return way ? xOf(way.at(-1) ?? itemOf.get(arrows[at]!.from)!) : Number.MAX_SAFE_INTEGER;
    };
    const sorted = into.sort((a, b) => comesFrom(a) - comesFrom(b) || a - b);
    const apart = Math.min(22, (boxes[to]!.width - 40) / Math.max(1, sorted.length - 1));
    sorted.forEach((at, index) => (ends[at] = middle + (index - (sorted.length - 1) / 2) * apart));
  }
  return ends;
}

function curve(from: Point, to: Point): string {
  if (Math.abs(from.x - to.x) < 0.5) return `V${fixed(to.y)}`;
  const middle = (from.y + to.y) / 2;
  return `C${fixed(from.x)} ${fixed(middle)} ${fixed(to.x)} ${fixed(middle)} ${fixed(to.x)} ${fixed(to.y)}`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
