import { expect, test } from 'vitest';
import { generatedSkeleton } from '../data/generated-session.ts';
import { isPrompt } from '../data/kinds.ts';
import { readSkeleton } from '../data/skeleton.ts';
import { combineSteps } from '../data/steps.ts';
import { callsBetween } from './calls-text.ts';

test('the calls between two messages are one line with their number, and lead to the first of them', async () => {
  const steps = await combineSteps(await readSkeleton(generatedSkeleton(500)), new Map());
  const { seq } = steps.parts[0]!;
  const between = callsBetween(steps, seq[0]!, seq[21]!)!;
  const calls = Array.from({ length: 20 }, (_, at) => at + 1).filter((step) => !isPrompt(steps.kind[step]!));
  expect(between.text).toMatch(new RegExp(`^${calls.length} calls: `));
  expect(between.first).toBe(calls[0]);
  expect(between.failed).toBe(calls.filter((step) => steps.failed[step] === 1).length);
  expect(callsBetween(steps, seq[4]!, seq[4]!)).toBeNull();
});
