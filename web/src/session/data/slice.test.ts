import { expect, test } from 'vitest';
import type { SkeletonAnswer } from '../../../../src/types.ts';
import { generatedSkeleton } from './generated-session.ts';
import { readSkeleton } from './skeleton.ts';
import { sliceOf } from './slice.ts';
import { combineSteps, type Steps } from './steps.ts';

test('a path of certain edges is stronger than a doubtful direct edge', async () => {
  const steps = await linked(4, [
    [1, 0, 90],
    [2, 1, 90],
    [3, 2, 90],
    [3, 0, 60],
  ]);
  const { depth, via } = sliceOf(steps, 3, 'causes', { minConfidence: 50 });
  expect(depth.get(0)).toBe(3);
  // The row still shows the nearest edge.
  expect(steps.confidence[via.get(0)!]).toBe(60);
});

test('only the strongest steps are kept, and the slice is marked truncated', async () => {
  const steps = await linked(
    102,
    Array.from({ length: 100 }, (_, step) => [101, step, 50 + (step % 46)] as const),
  );
  const { via, truncated } = sliceOf(steps, 101, 'causes', { minConfidence: 50 });
  expect(via.size).toBe(60);
  expect(truncated).toBe(true);
  expect([...via.keys()].every((step) => 50 + (step % 46) >= 62)).toBe(true);
});

test('edges below the minimum confidence are not followed; the prompt of the turn is shown without a link', async () => {
  const steps = await linked(3, [
    [1, 0, 55],
    [2, 1, 90],
  ]);
  const { via, depth, context } = sliceOf(steps, 2, 'causes', { minConfidence: 60 });
  expect([...via.keys()]).toEqual([1]);
  expect([...depth.keys()]).toEqual([2, 1, 0]);
  expect(context).toEqual([{ cause: 0, effect: 1, is: 'turn' }]);
});

test('effects are the same edges in the other direction', async () => {
  const steps = await linked(4, [
    [1, 0, 90],
    [2, 1, 90],
    [3, 0, 60],
  ]);
  const { depth, edges } = sliceOf(steps, 0, 'effects', { minConfidence: 50 });
  expect([...depth.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  expect(edges.map(({ cause, effect }) => [cause, effect])).toEqual(
    expect.arrayContaining([
      [0, 1],
      [1, 2],
      [0, 3],
    ]),
  );
});

test('a cycle of causes is walked once', async () => {
  const steps = await linked(3, [
    [1, 2, 90],
    [2, 1, 90],
    [1, 0, 80],
  ]);
  expect(sliceOf(steps, 2, 'causes', { minConfidence: 50 }).depth.size).toBe(3);
});

test('a maximum depth of one returns the direct causes only', async () => {
  const steps = await linked(3, [
    [1, 0, 90],
    [2, 1, 90],
  ]);
  const { depth, edges } = sliceOf(steps, 2, 'causes', { minConfidence: 50, maxDepth: 1 });
  expect([...depth.keys()]).toEqual([2, 1]);
  expect(edges).toHaveLength(1);
});

/** Edges as effect, cause, confidence. */
async function linked(
  count: number,
  edges: readonly (readonly [effect: number, cause: number, confidence: number])[],
): Promise<Steps> {
  const sorted = edges.toSorted(([a, , x], [b, , y]) => a - b || y - x);
  const bare = generatedSkeleton(count);
  const answer: SkeletonAnswer = {
    ...bare,
    steps: {
      ...bare.steps,
      causes: Array.from({ length: count }, (_, step) => sorted.filter(([effect]) => effect === step).length),
    },
    edges: {
      back: sorted.map(([effect, cause]) => effect - cause),
      type: sorted.map(() => 1),
      confidence: sorted.map(([, , confidence]) => confidence),
      basis: sorted.map(() => 0),
    },
  };
  return await combineSteps(await readSkeleton(answer), new Map());
}
