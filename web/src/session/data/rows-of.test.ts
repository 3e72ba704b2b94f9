import { beforeAll, expect, test } from 'vitest';
import { generatedSkeleton } from './generated.ts';
import { readKind } from './kinds.ts';
import { noFolds, rowsOf, stepOfRow, type Rows } from './rows-of.ts';
import { readSkeleton } from './skeleton.ts';
import { sliceOf } from './slice.ts';
import { weave, type Steps } from './weave.ts';

const nothing = noFolds;
let steps: Steps;

beforeAll(async () => {
  steps = await weave(await readSkeleton(generatedSkeleton(3_000, { children: 2 })), new Map());
});

test('without folds every step has its row, and each sub-agent one after its call', () => {
  const { rows, extras } = rowsOf(steps, nothing);
  expect(rows.length).toBe(3_002);
  const first = rows.findIndex((row) => row < 0);
  expect(rows[first - 1]).toBe(steps.bands[0]!.after);
  expect(extras[0]).toMatchObject({ is: 'band' });
});

test('a closed turn is its prompt, and its steps are found there', () => {
  const all = new Set(steps.turnStart.keys());
  const outline = rowsOf(steps, { ...nothing, closed: all });
  expect([...outline.rows]).toEqual([...steps.turnStart]);
  expect(outline.isOutline).toBe(true);
  expect(outline.rowOf[2_999]).toBe(outline.rows.length - 1);
  expect(rowsOf(steps, { ...nothing, closed: new Set([1]) }).isOutline).toBe(false);
});

test('runs of reads become one row, but for the one that was opened', () => {
  const folded = rowsOf(steps, { ...nothing, reads: true });
  const runs = folded.extras.filter(({ is }) => is === 'reads');
  expect(runs.length).toBeGreaterThan(5);
  for (const { from, to } of runs) {
    expect(to - from).toBeGreaterThanOrEqual(2);
    expect(
      steps.kind.subarray(from, to + 1).every((kind) => kind === readKind) &&
        !steps.failed.subarray(from, to + 1).includes(1),
    ).toBe(true);
  }
  const opened = rowsOf(steps, { ...nothing, reads: true, openReads: new Set([runs[0]!.from]) });
  expect(opened.extras.some(({ is, from }) => is === 'reads' && from <= runs[0]!.to)).toBe(false);
  coversEverything(folded);
});

test('what did not lead to a step becomes gaps', () => {
  const slice = sliceOf(steps, 2_500, 'causes', { least: 50 });
  const rows = rowsOf(steps, { ...nothing, keep: slice.depth });
  const shown = [...rows.rows].filter((row) => row >= 0);
  expect(shown).toEqual([...slice.depth.keys()].toSorted((a, b) => a - b));
  for (const { from, to } of rows.extras) expect(to - from).toBeGreaterThanOrEqual(2);
  coversEverything(rows);
});

test('the step of a row is its own or the first that is folded into it', () => {
  const rows = rowsOf(steps, { ...nothing, reads: true });
  const fold = rows.rows.findIndex((row) => row < 0);
  expect(stepOfRow(rows, fold)).toBe(rows.extras[-rows.rows[fold]! - 1]!.from);
  expect(stepOfRow(rows, 0)).toBe(0);
});

/** Steps come in order, none twice, and each is in a row at or after that of the one before. */
function coversEverything({ rowOf, rows }: Rows): void {
  expect(rowOf.findIndex((row, step) => step > 0 && row < rowOf[step - 1]!)).toBe(-1);
  expect(rowOf.at(-1)).toBeLessThan(rows.length);
}
