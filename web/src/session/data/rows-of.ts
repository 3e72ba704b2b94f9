import { readKind } from './kinds.ts';
import type { Band, Steps } from './weave.ts';

/** What stands in the list: a row is a step (from 0 up), or below zero something else: -1 is the first of `extras`. */
export interface Rows {
  readonly rows: Int32Array;
  readonly extras: readonly Extra[];
  /** The row that each step is in, or folded into. */
  readonly rowOf: Int32Array;
  /** Each row is a turn. */
  readonly isOutline: boolean;
}

/** Steps folded into one row, or the row from which a sub-agent is opened. */
export type Extra =
  | { readonly is: 'gap'; readonly from: number; readonly to: number }
  | { readonly is: 'reads'; readonly from: number; readonly to: number }
  | { readonly is: 'band'; readonly band: Band; readonly from: number; readonly to: number };

export interface Folds {
  /** Only these steps; what is between them is a gap. */
  readonly keep: ReadonlyMap<number, unknown> | null;
  /** Turns of which only the first step is shown. */
  readonly closed: ReadonlySet<number>;
  /** Runs of reads are one row, but for those that begin with one of `openReads`. */
  readonly reads: boolean;
  readonly openReads: ReadonlySet<number>;
}

/** One pass over the steps. Without folds they are the same each time, and kept. */
export function rowsOf(steps: Steps, folds: Folds): Rows {
  const isUnfolded = folds.keep === null && folds.closed.size === 0 && !folds.reads;
  const known = isUnfolded ? unfolded.get(steps) : undefined;
  if (known) return known;
  const rows = fold(steps, folds);
  if (isUnfolded) unfolded.set(steps, rows);
  return rows;
}

export const noFolds: Folds = { keep: null, closed: new Set(), reads: false, openReads: new Set() };

const unfolded = new WeakMap<Steps, Rows>();

function fold(steps: Steps, { keep, closed, reads, openReads }: Folds): Rows {
  const { count, turn, turnStart, bands } = steps;
  const rows = new Int32Array(count + bands.length);
  const rowOf = new Int32Array(count);
  const extras: Extra[] = [];
  let filled = 0;
  let band = 0;
  const put = (extra: Extra): void => {
    rows[filled] = -extras.push(extra);
    rowOf.fill(filled++, extra.from, extra.to + 1);
  };
  const show = (step: number): void => {
    rows[filled] = step;
    rowOf[step] = filled++;
  };

  for (let step = 0; step < count;) {
    if (keep) {
      const end = keep.has(step) ? step : lastOfGap(keep, step, count);
      if (keep.has(step)) show(step);
      else if (end - step >= smallestGap - 1) put({ is: 'gap', from: step, to: end });
      // Too few to be worth a row: the numbers show that they are missing.
      else rowOf.fill(Math.max(0, filled - 1), step, end + 1);
      step = end + 1;
      continue;
    }
    if (closed.has(turn[step]!)) {
      const next = turnStart[turn[step]! + 1] ?? count;
      show(step);
      rowOf.fill(filled - 1, step, next);
      step = next;
    } else {
      const end = reads ? lastOfReads(steps, step, bands[band]?.after ?? count) : step;
      if (end - step >= fewestReads - 1 && !openReads.has(step)) put({ is: 'reads', from: step, to: end });
      else for (let each = step; each <= end; each++) show(each);
      step = end + 1;
    }
    while (band < bands.length && bands[band]!.after < step) {
      const next = bands[band++]!;
      // Those that left from a step folded away are folded with it.
      if (closed.has(turn[next.after]!)) continue;
      rows[filled++] = -extras.push({ is: 'band', band: next, from: next.after, to: next.after });
    }
  }
  return {
    rows: rows.subarray(0, filled),
    extras,
    rowOf,
    isOutline:
      !keep && count > 0 && turnStart.length > 1 && filled === turnStart.length && closed.size >= turnStart.length,
  };
}

/** The step that a row stands for: its own, or the first of those folded into it. */
export function stepOfRow({ rows, extras }: Rows, row: number): number {
  const entry = rows[row] ?? 0;
  return entry >= 0 ? entry : extras[-entry - 1]!.from;
}

const smallestGap = 3;
const fewestReads = 3;

function lastOfGap(keep: ReadonlyMap<number, unknown>, from: number, count: number): number {
  let step = from;
  while (step + 1 < count && !keep.has(step + 1)) step++;
  return step;
}

/** The end of a run of reads that went well, in one turn of one session, up to where a sub-agent left. */
function lastOfReads({ kind, failed, turn, part, count }: Steps, from: number, leaving: number): number {
  const isRead = (step: number) =>
    kind[step] === readKind && failed[step] === 0 && turn[step] === turn[from] && part[step] === part[from];
  if (!isRead(from)) return from;
  let step = from;
  while (step < leaving && step + 1 < count && isRead(step + 1)) step++;
  return step;
}
