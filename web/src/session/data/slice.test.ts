import { expect, test } from 'vitest';
import type { SkeletonAnswer } from '../../../../src/types.ts';
import { generatedSkeleton } from './generated.ts';
import { readSkeleton } from './skeleton.ts';
import { sliceOf } from './slice.ts';
import { weave, type Steps } from './weave.ts';

test('a way of sure edges is stronger than a direct doubtful one', async () => {
  const steps = await linked(4, [
    [1, 0, 90],
    [2, 1, 90],
    [3, 2, 90],
    [3, 0, 60],
  ]);
  const { depth, via } = sliceOf(steps, 3, 'causes', { least: 50 });
  expect(depth.get(0)).toBe(3);
  // What the row shows is still the nearest edge.
  expect(steps.confidence[via.get(0)!]).toBe(60);
});

test('only the strongest are kept, and it says so', async () => {
  const steps = await linked(
    102,
    Array.from({ length: 100 }, (_, step) => [101, step, 50 + (step % 46)] as const),
  );
  const { depth, truncated } = sliceOf(steps, 101, 'causes', { least: 50 });
  expect(depth.size).toBe(61);
  expect(truncated).toBe(true);
  expect([...depth.keys()].slice(1).every((step) => 50 + (step % 46) >= 62)).toBe(true);
});

test('edges below the chosen confidence lead nowhere', async () => {
  const steps = await linked(3, [
    [1, 0, 55],
    [2, 1, 90],
  ]);
  expect([...sliceOf(steps, 2, 'causes', { least: 60 }).depth.keys()]).toEqual([2, 1]);
});

test('effects are the same edges walked the other way', async () => {
  const steps = await linked(4, [
    [1, 0, 90],
    [2, 1, 90],
    [3, 0, 60],
  ]);
  const { depth, edges } = sliceOf(steps, 0, 'effects', { least: 50 });
  expect([...depth.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  expect(edges.map(({ cause, effect }) => [cause, effect])).toEqual(
    expect.arrayContaining([
      [0, 1],
      [1, 2],
      [0, 3],
    ]),
  );
});

test('a ring of causes is walked once', async () => {
  const steps = await linked(3, [
    [1, 2, 90],
    [2, 1, 90],
    [1, 0, 80],
  ]);
  expect(sliceOf(steps, 2, 'causes', { least: 50 }).depth.size).toBe(3);
});

test('of the direct causes alone, those alone', async () => {
  const steps = await linked(3, [
    [1, 0, 90],
    [2, 1, 90],
  ]);
  const { depth, edges } = sliceOf(steps, 2, 'causes', { least: 50, deepest: 1 });
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
      recorded: sorted.map(() => 0),
    },
  };
  return await weave(await readSkeleton(answer), new Map());
}
