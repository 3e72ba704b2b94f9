import type { Arrow, Diagram } from './layout.ts';

/**
 * Boxes that follow one another share a row as long as none of them points at another of them. So time runs
 * downwards, and every arrow does that points from earlier to later.
 */
export function rowsOf(
  boxes: Diagram['boxes'],
  arrows: readonly Arrow[],
  most: number,
): readonly (readonly number[])[] {
  const neighbours = new Map<number, Set<number>>();
  for (const { from, to } of arrows) {
    meet(from, to);
    meet(to, from);
  }
  const rows: number[][] = [];
  let row: number[] = [];
  boxes.forEach(({ startsRow }, box) => {
    const depends = row.some((other) => neighbours.get(box)?.has(other));
    const standsAlone = startsRow || (row.length > 0 && boxes[row[0]!]!.startsRow);
    if (row.length === 0 || row.length === most || depends || standsAlone) rows.push((row = []));
    row.push(box);
  });
  return rows;

  function meet(one: number, other: number): void {
    const known = neighbours.get(one);
    if (known) known.add(other);
    else neighbours.set(one, new Set([other]));
  }
}
