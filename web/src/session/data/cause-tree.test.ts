import { beforeAll, expect, test } from 'vitest';
import type { SessionUid } from '../../../../src/types.ts';
import { causeTreeOf, rowsByCause } from './cause-tree.ts';
import { generatedSkeleton } from './generated-session.ts';
import { readSkeleton } from './skeleton.ts';
import { combineSteps, type Steps } from './steps.ts';

let steps: Steps;
let withChild: Steps;

beforeAll(async () => {
  const root = await readSkeleton(generatedSkeleton(2_000, { children: 1 }));
  const child = await readSkeleton(generatedSkeleton(40, { uid: 'made:up/0' }));
  steps = await combineSteps(root, new Map());
  withChild = await combineSteps(root, new Map([['made:up/0' as SessionUid, child]]));
});

test('every step is in the tree once, after the step it is below', () => {
  const { order, under, level } = causeTreeOf(steps, 50);
  expect(new Set(order).size).toBe(steps.count);
  const seen = new Set([-1]);
  for (const step of order) {
    expect(seen.has(under[step]!)).toBe(true);
    expect(level[step]).toBe(under[step]! < 0 ? 1 : level[under[step]!]! + 1);
    seen.add(step);
  }
});

test('a step is below its first cause, if that is confident enough', () => {
  const { under, edge } = causeTreeOf(steps, 50);
  const step = under.findIndex((above) => above >= 0);
  expect(edge[step]).toBe(steps.firstCause[step]);
  expect(under[step]).toBe(steps.cause[edge[step]!]);
  const strict = causeTreeOf(steps, 95);
  for (const at of strict.edge) if (at >= 0) expect(steps.confidence[at]).toBeGreaterThanOrEqual(95);
});

test('the steps of an open sub-agent are below the call that started it', () => {
  const { under, bands } = causeTreeOf(withChild, 50);
  const [call] = [...bands.keys()];
  const first = withChild.part.indexOf(1);
  expect(under[first]).toBe(call);
});

test('what is below a closed step is folded into its row', () => {
  const tree = causeTreeOf(steps, 50);
  const open = rowsByCause(steps, tree, new Set());
  expect(open.rows.length).toBe(steps.count + steps.bands.length);
  const closed = tree.order.find((step) => tree.below[step]! > 0)!;
  const folded = rowsByCause(steps, tree, new Set([closed]));
  expect(folded.rows.length).toBeLessThan(open.rows.length);
  const hidden = tree.under.indexOf(closed);
  expect(folded.rowOf[hidden]).toBe(folded.rowOf[closed]);
});

test('steps that name each other as causes do not hide from the tree', () => {
  const circle = { ...steps, count: 2, firstCause: Uint32Array.of(0, 1, 2), cause: Int32Array.of(1, 0), bands: [] };
  const { under, order } = causeTreeOf({ ...circle, confidence: Uint8Array.of(100, 100) }, 50);
  expect([...under]).toEqual([1, -1]);
  expect([...order]).toEqual([1, 0]);
});
