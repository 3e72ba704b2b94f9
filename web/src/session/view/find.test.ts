import { beforeAll, expect, test } from 'vitest';
import { generatedSkeleton } from '../data/generated-session.ts';
import { readSkeleton } from '../data/skeleton.ts';
import { combineSteps, nameOf, type Steps } from '../data/steps.ts';
import { emptyFind, isEmptyFind, matchesOf } from './find.ts';

let steps: Steps;

beforeAll(async () => {
  steps = await combineSteps(await readSkeleton(generatedSkeleton(2_000)), new Map());
});

test('steps match by tool, failure and turn, and all conditions must hold', () => {
  const tool = nameOf(steps, steps.failed.indexOf(1));
  const matches = [...matchesOf(steps, { ...emptyFind, tool, failed: true, turn: 1 }, null).keys()];
  const expected = Array.from({ length: steps.count }, (_, step) => step).filter(
    (step) => nameOf(steps, step) === tool && steps.failed[step] === 1 && steps.turn[step] === 0,
  );
  expect(matches).toEqual(expected);
  expect(matchesOf(steps, { ...emptyFind, failed: true }, null).size).toBe(
    steps.failed.reduce((sum, each) => sum + each, 0),
  );
});

test('with a text only the steps that have it match, in their order', () => {
  expect([...matchesOf(steps, { ...emptyFind, text: 'x' }, new Set([9, 3])).keys()]).toEqual([3, 9]);
  expect(isEmptyFind({ ...emptyFind, text: ' ' })).toBe(true);
});
