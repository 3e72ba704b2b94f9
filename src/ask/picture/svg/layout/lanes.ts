import type { Arrow } from './layout.ts';

/** Something in a row: a box, or a lane in which arrows out of one box pass by. */
export interface Item {
  /** The box; of a lane, null. */
  readonly box: number | null;
  /** Items of the next row that a line leads to, by identity. */
  readonly below: Item[];
  readonly above: Item[];
}

export interface Lanes {
  readonly rows: readonly (readonly Item[])[];
  /** For each arrow the lanes it passes through, row by row; null when it has no line. */
  readonly passes: readonly (readonly Item[] | null)[];
}

/**
 * Decides which arrows are drawn as lines, and adds their lanes to the rows. Where too many would pass, the best
 * arrow into each box comes first, then the shorter ones: a line across the whole picture helps less than a number
 * does. An arrow against the time has no line.
 */
export function laneRows(rowsOfBoxes: readonly (readonly number[])[], arrows: readonly Arrow[], most: number): Lanes {
  const rows: Item[][] = rowsOfBoxes.map((row) => row.map((box) => ({ box, below: [], above: [] })));
  const rowOf = new Map(rowsOfBoxes.flatMap((row, at) => row.map((box) => [box, at] as const)));
  const itemOf = new Map(rows.flatMap((row) => row.map((item) => [item.box!, item] as const)));
  const lanesIn = rows.map(() => 0);
  const bundles = new Map<string, Item[]>();
  const passes: (readonly Item[] | null)[] = arrows.map(() => null);

  for (const at of byWorth(arrows, rowOf)) {
    const { from, to, style } = arrows[at]!;
    const [first, last] = [rowOf.get(from)!, rowOf.get(to)!];
    if (first >= last) continue;
    const key = `${from} ${style}`;
    const bundle = bundles.get(key) ?? [];
    const through = last - first - 1;
    if (!hasRoom(first + 1 + bundle.length, last)) continue;
    while (bundle.length < through) {
      const row = first + 1 + bundle.length;
      const lane: Item = { box: null, below: [], above: [] };
      join(bundle.at(-1) ?? itemOf.get(from)!, lane);
      rows[row]!.push(lane);
      lanesIn[row]! += 1;
      bundle.push(lane);
    }
    bundles.set(key, bundle);
    const way = bundle.slice(0, through);
    join(way.at(-1) ?? itemOf.get(from)!, itemOf.get(to)!);
    passes[at] = way;
  }
  return { rows, passes };

  function hasRoom(from: number, to: number): boolean {
    for (let row = from; row < to; row += 1) if (lanesIn[row]! >= most) return false;
    return true;
  }
}

function join(above: Item, below: Item): void {
  above.below.push(below);
  below.above.push(above);
}

function byWorth(arrows: readonly Arrow[], rowOf: ReadonlyMap<number, number>): readonly number[] {
  const strongest = new Map<number, number>();
  arrows.forEach(({ to, strength }, at) => {
    const best = strongest.get(to);
    if (best === undefined || strength > arrows[best]!.strength) strongest.set(to, at);
  });
  const isBest = (at: number) => Number(strongest.get(arrows[at]!.to) === at);
  const length = (at: number) => rowOf.get(arrows[at]!.to)! - rowOf.get(arrows[at]!.from)!;
  return [...arrows.keys()].sort((a, b) => isBest(b) - isBest(a) || length(a) - length(b) || a - b);
}
