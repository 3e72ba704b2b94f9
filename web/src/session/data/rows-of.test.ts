import { beforeAll, expect, test } from 'vitest';
import { generatedSkeleton } from './generated-session.ts';
import { noteKind, readKind } from './kinds.ts';
import { repliesIn } from './replies.ts';
import { defaultFolds, rowsOf, stepOfRow, type Rows } from './rows-of.ts';
import { readSkeleton } from './skeleton.ts';
import { sliceOf } from './slice.ts';
import { combineSteps, type Steps } from './steps.ts';

let steps: Steps;

beforeAll(async () => {
  steps = await combineSteps(await readSkeleton(generatedSkeleton(3_000, { children: 2 })), new Map());
});

test('without folds every step has a row, and each sub-agent has one after its call', () => {
  const { rows, extras } = rowsOf(steps, { ...defaultFolds, notes: false });
  expect(rows.length).toBe(3_002);
  const first = rows.findIndex((row) => row < 0);
  expect(rows[first - 1]).toBe(steps.bands[0]!.after);
  expect(extras[0]).toMatchObject({ is: 'band' });
});

test('a folded turn is the row of its prompt, and its steps map to that row', () => {
  const all = new Set(steps.turnStart.keys());
  const outline = rowsOf(steps, { ...defaultFolds, closed: all });
  expect([...outline.rows]).toEqual([...steps.turnStart]);
  expect(outline.isOutline).toBe(true);
  expect(outline.rowOf[2_999]).toBe(outline.rows.length - 1);
  expect(rowsOf(steps, { ...defaultFolds, closed: new Set([1]) }).isOutline).toBe(false);
});

test('consecutive reads become one row, except an opened run', () => {
  const folded = rowsOf(steps, { ...defaultFolds, reads: true });
  const runs = folded.extras.filter(({ is }) => is === 'reads');
  expect(runs.length).toBeGreaterThan(5);
  for (const { from, to } of runs) {
    expect(to - from).toBeGreaterThanOrEqual(2);
    expect(
      steps.kind.subarray(from, to + 1).every((kind) => kind === readKind) &&
        !steps.failed.subarray(from, to + 1).includes(1),
    ).toBe(true);
  }
  const opened = rowsOf(steps, { ...defaultFolds, reads: true, open: new Set([runs[0]!.from]) });
  expect(opened.extras.some(({ is, from }) => is === 'reads' && from <= runs[0]!.to)).toBe(false);
  coversEverything(folded);
});

test('steps outside the slice become gaps', () => {
  const slice = sliceOf(steps, 2_500, 'causes', { minConfidence: 50 });
  const rows = rowsOf(steps, { ...defaultFolds, keep: slice.depth });
  const shown = [...rows.rows].filter((row) => row >= 0);
  expect(shown).toEqual([...slice.depth.keys()].toSorted((a, b) => a - b));
  for (const { from, to } of rows.extras) expect(to - from).toBeGreaterThanOrEqual(2);
  coversEverything(rows);
});

test('the step of a row is its own, or the first of those folded into it', () => {
  const rows = rowsOf(steps, { ...defaultFolds, reads: true });
  const fold = rows.rows.findIndex((row) => row < 0);
  expect(stepOfRow(rows, fold)).toBe(rows.extras[-rows.rows[fold]! - 1]!.from);
  expect(stepOfRow(rows, 0)).toBe(0);
});

/** Steps come in order and once, each in the same row as the step before or in a later one. */
function coversEverything({ rowOf, rows }: Rows): void {
  expect(rowOf.findIndex((row, step) => step > 0 && row < rowOf[step - 1]!)).toBe(-1);
  expect(rowOf.at(-1)).toBeLessThan(rows.length);
}

test('prompts that nobody typed become one row, until it is opened', () => {
  const kind = steps.kind.slice();
  kind.fill(noteKind, 10, 13);
  const noted: Steps = { ...steps, kind };
  const runAt = (from: number, open: ReadonlySet<number>) =>
    rowsOf(noted, { ...defaultFolds, open }).extras.find((extra) => extra.is === 'notes' && extra.from === from);
  expect(runAt(10, new Set())).toMatchObject({ to: 12 });
  expect(runAt(10, new Set([10]))).toBeUndefined();
});

test('a reply is a row before the step that follows it, and folded with its turn', () => {
  const at = steps.turnStart[1]!;
  const { seq } = steps.parts[0]!;
  const said = (after: number) => ({ seq: seq[after]! + 0.5, summary: `after ${after}`, is_sidechain: false });
  const hidden = [
    { ...said(at), is_sidechain: true },
    { ...said(at), summary: ' ' },
  ];
  const replies = repliesIn(steps, [said(at - 1), said(at), ...hidden, said(2_999)]);
  expect(replies.map(({ before }) => before)).toEqual([at, at + 1, 3_000]);
  const textsIn = (rows: Rows) => rows.extras.flatMap((extra) => (extra.is === 'reply' ? extra.reply.text : []));
  const open = rowsOf(steps, { ...defaultFolds, replies });
  expect(textsIn(open)).toEqual([`after ${at - 1}`, `after ${at}`, 'after 2999']);
  expect(open.rows[open.rowOf[at]! - 1]).toBeLessThan(0);
  expect(open.rows[open.rowOf[at]! + 1]).toBeLessThan(0);
  coversEverything(open);
  expect(textsIn(rowsOf(steps, { ...defaultFolds, replies, closed: new Set([1]) }))).toEqual([
    `after ${at - 1}`,
    'after 2999',
  ]);
});
