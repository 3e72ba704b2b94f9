import type { Item } from './lanes.ts';

/**
 * Moves each lane, as far down as its neighbours leave a way, to one place for all its rows: a line that runs
 * straight is followed at a glance.
 */
export function straighten(
  rows: readonly (readonly Item[])[],
  apart: readonly (readonly number[])[],
  x: Map<Item, number>,
): void {
  const room = new Map<Item, () => Span>();
  rows.forEach((row, at) =>
    row.forEach((item, index) => {
      const [before, after] = [row[index - 1], row[index + 1]];
      room.set(item, () => ({
        least: before ? x.get(before)! + apart[at]![index]! : Number.NEGATIVE_INFINITY,
        most: after ? x.get(after)! - apart[at]![index + 1]! : Number.POSITIVE_INFINITY,
      }));
    }),
  );
  const lanes = rows
    .flat()
    .filter(({ box, above }) => box === null && above[0]?.box !== null)
    .map(downFrom);
  for (let round = 0; round < rounds; round += 1) for (const lane of lanes) straightenOne(lane, room, x);
}

// A lane that moved may have made way for another.
const rounds = 3;

interface Span {
  readonly least: number;
  readonly most: number;
}

function downFrom(top: Item): readonly Item[] {
  const lane = [top];
  for (let next = laneBelow(top); next; next = laneBelow(next)) lane.push(next);
  return lane;
}

function laneBelow({ below }: Item): Item | undefined {
  return below.find(({ box }) => box === null);
}

function straightenOne(lane: readonly Item[], room: ReadonlyMap<Item, () => Span>, x: Map<Item, number>): void {
  for (let from = 0; from < lane.length;) {
    let way = room.get(lane[from]!)!();
    let to = from + 1;
    for (; to < lane.length; to += 1) {
      const here = room.get(lane[to]!)!();
      const narrowed = { least: Math.max(way.least, here.least), most: Math.min(way.most, here.most) };
      if (narrowed.least > narrowed.most) break;
      way = narrowed;
    }
    const run = lane.slice(from, to);
    const middle = run.reduce((sum, item) => sum + x.get(item)!, 0) / run.length;
    const straight = Math.min(Math.max(middle, way.least), way.most);
    for (const item of run) x.set(item, straight);
    from = to;
  }
}
