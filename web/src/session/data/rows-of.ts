import { noteKind, readKind } from './kinds.ts';
import type { Reply } from './replies.ts';
import type { Band, Steps } from './steps.ts';

/** The rows of the list. An entry from 0 is a step; a negative entry is one of `extras` (-1 is the first). */
export interface Rows {
  readonly rows: Int32Array;
  readonly extras: readonly Extra[];
  /** The row of each step, or the row it is folded into. */
  readonly rowOf: Int32Array;
  /** Every row is one folded turn. */
  readonly isOutline: boolean;
}

/** Steps folded into one row, the row that opens a child session, or a reply of the agent. */
export type Extra =
  | { readonly is: 'gap'; readonly from: number; readonly to: number }
  | { readonly is: 'reads'; readonly from: number; readonly to: number }
  | { readonly is: 'notes'; readonly from: number; readonly to: number }
  | { readonly is: 'band'; readonly band: Band; readonly from: number; readonly to: number }
  /** After the step `from`. */
  | { readonly is: 'reply'; readonly reply: Reply; readonly from: number; readonly to: number };

export interface Folds {
  /** Show only these steps; the others become gaps. */
  readonly keep: ReadonlyMap<number, unknown> | null;
  /** Folded turns: only the first step is shown. */
  readonly closed: ReadonlySet<number>;
  /** Fold consecutive reads into one row. */
  readonly reads: boolean;
  /** Fold prompts that nobody typed into one row. */
  readonly notes: boolean;
  /** Replies of the agent as rows of their own, in order; those within a fold are folded with it. */
  readonly replies: readonly Reply[];
  /** Runs that start with one of these stay open. */
  readonly open: ReadonlySet<number>;
}

/** One pass over the steps. The rows with the default folds are cached. */
export function rowsOf(steps: Steps, folds: Folds): Rows {
  const isDefault =
    folds.keep === null &&
    folds.closed.size === 0 &&
    !folds.reads &&
    folds.notes &&
    folds.open.size === 0 &&
    folds.replies.length === 0;
  const known = isDefault ? defaultRows.get(steps) : undefined;
  if (known) return known;
  const rows = fold(steps, folds);
  if (isDefault) defaultRows.set(steps, rows);
  return rows;
}

export const defaultFolds: Folds = {
  keep: null,
  closed: new Set(),
  reads: false,
  notes: true,
  open: new Set(),
  replies: [],
};

const defaultRows = new WeakMap<Steps, Rows>();

function fold(steps: Steps, { keep, closed, reads, notes, open, replies }: Folds): Rows {
  const { count, turn, turnStart, bands } = steps;
  const rows = new Int32Array(count + bands.length + replies.length);
  const rowOf = new Int32Array(count);
  const extras: Extra[] = [];
  let filled = 0;
  let band = 0;
  let reply = 0;
  const put = (extra: Extra): void => {
    rows[filled] = -extras.push(extra);
    rowOf.fill(filled++, extra.from, extra.to + 1);
  };
  const show = (step: number): void => {
    rows[filled] = step;
    rowOf[step] = filled++;
  };

  /** The replies right before a step, or at the end. */
  const putReplies = (step: number): void => {
    for (; reply < replies.length && replies[reply]!.before <= step; reply++) {
      const from = Math.max(0, step - 1);
      if (replies[reply]!.before === step && !closed.has(turn[from]!))
        rows[filled++] = -extras.push({ is: 'reply', reply: replies[reply]!, from, to: from });
    }
  };

  for (let step = 0; step < count;) {
    if (!keep) putReplies(step);
    if (keep) {
      const end = keep.has(step) ? step : lastOfGap(keep, step, count);
      if (keep.has(step)) show(step);
      else if (end - step >= minGap - 1) put({ is: 'gap', from: step, to: end });
      // Too few for a row of their own; the step numbers show the gap.
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
      const leaving = bands[band]?.after ?? count;
      const isNote = notes && steps.kind[step] === noteKind;
      const end = isNote ? lastOfNotes(steps, step, leaving) : reads ? lastOfReads(steps, step, leaving) : step;
      if (isNote && !open.has(step)) put({ is: 'notes', from: step, to: end });
      else if (!isNote && end - step >= minReads - 1 && !open.has(step)) put({ is: 'reads', from: step, to: end });
      else for (let each = step; each <= end; each++) show(each);
      step = end + 1;
    }
    while (band < bands.length && bands[band]!.after < step) {
      const next = bands[band++]!;
      // Child sessions of folded steps are folded with them.
      if (closed.has(turn[next.after]!)) continue;
      rows[filled++] = -extras.push({ is: 'band', band: next, from: next.after, to: next.after });
    }
  }
  if (!keep) putReplies(count);
  return {
    rows: rows.subarray(0, filled),
    extras,
    rowOf,
    isOutline:
      !keep && count > 0 && turnStart.length > 1 && filled === turnStart.length && closed.size >= turnStart.length,
  };
}

/** The step of a row, or the first of the steps folded into it. */
export function stepOfRow({ rows, extras }: Rows, row: number): number {
  const entry = rows[row] ?? 0;
  return entry >= 0 ? entry : extras[-entry - 1]!.from;
}

const minGap = 3;
const minReads = 3;

function lastOfGap(keep: ReadonlyMap<number, unknown>, from: number, count: number): number {
  let step = from;
  while (step + 1 < count && !keep.has(step + 1)) step++;
  return step;
}

/** The last of consecutive successful reads, within one turn of one session and before the next child session. */
function lastOfReads({ kind, failed, turn, part, count }: Steps, from: number, leaving: number): number {
  const isRead = (step: number) =>
    kind[step] === readKind && failed[step] === 0 && turn[step] === turn[from] && part[step] === part[from];
  if (!isRead(from)) return from;
  let step = from;
  while (step < leaving && step + 1 < count && isRead(step + 1)) step++;
  return step;
}

/** The last of consecutive prompts that nobody typed, before the next child session. */
function lastOfNotes({ kind, part, count }: Steps, from: number, leaving: number): number {
  let step = from;
  while (step < leaving && step + 1 < count && kind[step + 1] === noteKind && part[step + 1] === part[from]) step++;
  return step;
}
