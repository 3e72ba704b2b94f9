import type { Item } from './lanes.ts';

/**
 * The rows, each in the order that makes few lines cross: every item near the middle of what it is tied to, above and
 * below in turn.
 */
export function ordered(rows: readonly (readonly Item[])[]): readonly (readonly Item[])[] {
  const place = new Map<Item, number>();
  const now = rows.map((row) => [...row]);
  now.forEach(settle);
  let best = now.map((row) => [...row]);
  let fewest = crossings(now, place);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep += 1) {
    const downwards = sweep % 2 === 0;
    for (const row of downwards ? now : now.toReversed()) {
      const wanted = new Map(
        row.map((item) => [item, middle(downwards ? item.above : item.below, place) ?? place.get(item)!]),
      );
      row.sort((a, b) => wanted.get(a)! - wanted.get(b)! || place.get(a)! - place.get(b)!);
      settle(row);
    }
    const crossed = crossings(now, place);
    if (crossed >= fewest) continue;
    fewest = crossed;
    best = now.map((row) => [...row]);
  }
  return best;

  /** Places run from 0 to 1, so that a row of two and a row of nine can be compared. */
  function settle(row: readonly Item[]): void {
    row.forEach((item, at) => place.set(item, (at + 0.5) / row.length));
  }
}

const sweeps = 12;

function middle(items: readonly Item[], place: ReadonlyMap<Item, number>): number | undefined {
  if (items.length === 0) return undefined;
  return items.reduce((sum, item) => sum + place.get(item)!, 0) / items.length;
}

function crossings(rows: readonly (readonly Item[])[], place: ReadonlyMap<Item, number>): number {
  let count = 0;
  for (const row of rows) {
    const lines = row.flatMap((item) => item.below.map((below) => [place.get(item)!, place.get(below)!] as const));
    lines.forEach(([fromA, toA], at) => {
      for (const [fromB, toB] of lines.slice(at + 1)) if ((fromA - fromB) * (toA - toB) < 0) count += 1;
    });
  }
  return count;
}
