import type { Extra, Rows } from './rows-of.ts';
import type { Band, Steps } from './steps.ts';

/** The steps as a tree: each below its first cause in the same session. */
export interface CauseTree {
  /** The step it is below; -1 at the top. */
  readonly under: Int32Array;
  /** The edge that it is below another for; -1 at the top and for the first steps of a sub-agent. */
  readonly edge: Int32Array;
  /** From 1. */
  readonly level: Uint32Array;
  /** All steps, each after the one it is below. */
  readonly order: Int32Array;
  /** How many steps are directly below it. */
  readonly below: Uint32Array;
  /** The child sessions that started from a step. */
  readonly bands: ReadonlyMap<number, readonly Band[]>;
}

/** The steps of an open sub-agent are below the call that started it, nested by their own causes. */
export function causeTreeOf(steps: Steps, minConfidence: number): CauseTree {
  const known = trees.get(steps);
  if (known?.minConfidence === minConfidence) return known.tree;
  const tree = build(steps, minConfidence);
  trees.set(steps, { minConfidence, tree });
  return tree;
}

const trees = new WeakMap<Steps, { readonly minConfidence: number; readonly tree: CauseTree }>();

function build(steps: Steps, minConfidence: number): CauseTree {
  const { count, part } = steps;
  const { bands, startOf } = starts(steps);
  const under = new Int32Array(count).fill(-1);
  const edge = new Int32Array(count).fill(-1);
  // A circle needs a step below a later one; sessions have few of them, most have none.
  let hasLaterCause = false;
  const isBelow = (step: number, above: number): boolean => {
    for (let at = step; at >= 0; at = under[at]!) if (at === above) return true;
    return false;
  };
  for (let step = 0; step < count; step++) {
    for (let at = steps.firstCause[step]!; at < steps.firstCause[step + 1]!; at++) {
      if (steps.confidence[at]! < minConfidence) break;
      const cause = steps.cause[at]!;
      if (cause === step || part[cause] !== part[step]) continue;
      if ((hasLaterCause || cause > step) && isBelow(cause, step)) continue;
      hasLaterCause ||= cause > step;
      under[step] = cause;
      edge[step] = at;
      break;
    }
    if (under[step]! < 0) under[step] = startOf.get(part[step]!) ?? -1;
  }
  return { under, edge, bands, ...inOrder(under) };
}

/** Where each child session, and the part of each open one, started. */
function starts({ bands, parts, stepAt }: Steps) {
  const startOf = new Map<number, number>();
  const byStart = new Map<number, Band[]>();
  for (const band of bands) {
    const parent = parts.findIndex(({ children }) => children.includes(band.child));
    const start = band.child.step === null ? band.after : stepAt(Math.max(0, parent), band.child.step);
    byStart.set(start, [...(byStart.get(start) ?? []), band]);
    if (band.open) startOf.set(band.open.part, start);
  }
  return { bands: byStart, startOf };
}

/** Depth first, without recursion: a chain of causes may be as long as the session. */
function inOrder(under: Int32Array): Pick<CauseTree, 'level' | 'order' | 'below'> {
  const count = under.length;
  const below = new Uint32Array(count);
  const level = new Uint32Array(count);
  const order = new Int32Array(count);
  const firstBelow = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  let top = -1;
  for (let step = count - 1; step >= 0; step--) {
    const above = under[step]!;
    if (above < 0) {
      next[step] = top;
      top = step;
    } else {
      next[step] = firstBelow[above]!;
      firstBelow[above] = step;
      below[above]! += 1;
    }
  }
  let filled = 0;
  for (let step = top; step >= 0;) {
    level[step] = under[step]! < 0 ? 1 : level[under[step]!]! + 1;
    order[filled++] = step;
    if (firstBelow[step]! >= 0) step = firstBelow[step]!;
    else {
      while (step >= 0 && next[step]! < 0) step = under[step]!;
      if (step >= 0) step = next[step]!;
    }
  }
  return { level, order, below };
}

/** A row for each step that is not below a closed one, and one for each child session below its start. */
export function rowsByCause({ count, bands }: Steps, tree: CauseTree, closed: ReadonlySet<number>): Rows {
  const rows = new Int32Array(count + bands.length);
  const rowOf = new Int32Array(count);
  const isHidden = new Uint8Array(count);
  const extras: Extra[] = [];
  let filled = 0;
  for (const step of tree.order) {
    const above = tree.under[step]!;
    if (above >= 0 && (isHidden[above] === 1 || closed.has(above))) {
      isHidden[step] = 1;
      rowOf[step] = rowOf[above]!;
      continue;
    }
    rowOf[step] = filled;
    rows[filled++] = step;
    if (closed.has(step)) continue;
    for (const band of tree.bands.get(step) ?? [])
      rows[filled++] = -extras.push({ is: 'band', band, from: step, to: step });
  }
  return { rows: rows.subarray(0, filled), extras, rowOf, isOutline: false };
}
