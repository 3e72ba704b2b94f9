import { expect, test } from 'vitest';
import type { SkeletonAnswer } from '../../../../src/types.ts';
import { generatedSkeleton } from '../data/generated-session.ts';
import { readSkeleton } from '../data/skeleton.ts';
import { combineSteps } from '../data/steps.ts';
import { spanFor, waterfallOf } from './waterfall.ts';

/** Steps at these seconds, each with how many seconds it took; `prompt` is typed by a person. */
async function timed(...given: readonly (readonly [at: number, took: number, is?: 'prompt'])[]) {
  const made = generatedSkeleton(given.length);
  const answer: SkeletonAnswer = {
    ...made,
    children: [],
    steps: {
      ...made.steps,
      at: given.map(([at], step) => (step === 0 ? 1e12 : 0) + (at - (given[step - 1]?.[0] ?? 0)) * 1000),
      took: given.map(([, took]) => took * 1000),
      kind: given.map(([, , is]) => (is === 'prompt' ? 0 : 2)),
    },
  };
  return waterfallOf(await combineSteps(await readSkeleton(answer), new Map()));
}

test('time goes to tools, to the model until it called, and to whoever was waited for', async () => {
  const { model, sums, rows, extras } = await timed([0, 0, 'prompt'], [2, 3], [6, 1], [607, 0, 'prompt'], [608, 1]);
  expect([...model]).toEqual([0, 2000, 1000, 0, 1000]);
  expect(sums).toEqual({ tools: 5000, model: 4000, person: 600_000, idle: 0 });
  expect([...rows]).toEqual([0, 1, 2, -1, 3, 4]);
  expect(extras).toEqual([{ before: 3, ms: 600_000, is: 'person' }]);
});

test('the clock of the bars stops while nothing happens', async () => {
  const { start, end } = await timed([0, 0, 'prompt'], [1, 1], [3602, 0, 'prompt'], [3603, 2]);
  expect([...start]).toEqual([0, 1000, 2000, 3000]);
  expect(end[3]).toBe(5000);
});

test('calls that ran beside each other count once, and the slowest come first', async () => {
  const { sums, slowest } = await timed([0, 0, 'prompt'], [1, 10], [2, 4], [12, 1]);
  expect(sums.tools).toBe(11_000);
  expect(slowest.slice(0, 2)).toEqual([1, 2]);
});

test('a clock that goes backwards takes no time away', async () => {
  const { start, model } = await timed([10, 0, 'prompt'], [5, 1], [12, 1]);
  expect([...start].every((at) => at >= 0)).toBe(true);
  expect([...model].every((ms) => ms >= 0)).toBe(true);
});

test('spans are lengths that people read', () => {
  expect([spanFor(900), spanFor(61_000), spanFor(61_000, -1), spanFor(1e12)]).toEqual([
    1000, 120_000, 60_000, 604_800_000,
  ]);
});
