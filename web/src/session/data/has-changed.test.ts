import { expect, test } from 'vitest';
import type { SessionUid, SkeletonAnswer } from '../../../../src/types.ts';
import { generatedSkeleton } from './generated-session.ts';
import { hasChanged } from './has-changed.ts';
import { readSkeleton } from './skeleton.ts';

const whole: SkeletonAnswer = {
  ...generatedSkeleton(400, { children: 2 }),
  beyond: [
    {
      step: 395,
      is: 'cause',
      other: { session: 'made:other' as SessionUid, step: 'ev_1' as never, seq: 3 },
      type: 'spawned',
      confidence: 1,
      basis: 'recorded',
    },
  ],
};

/** The answer to a refresh when nothing has changed: the last steps again. */
function lastSteps(count: number): SkeletonAnswer {
  const { steps, edges } = whole;
  const before = steps.seq.length - count;
  const edgesBefore = steps.causes.slice(0, before).reduce((sum, each) => sum + each, 0);
  const end = <Columns extends object>(columns: Columns, from: number) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, (column as number[]).slice(from)]),
    ) as Columns;
  return { ...structuredClone(whole), steps: end(steps, before), edges: end(edges, edgesBefore), before };
}

test('an answer that repeats what is loaded is not a change', async () => {
  const had = await readSkeleton(whole);
  expect(hasChanged(had, lastSteps(20))).toBe(false);
  expect(hasChanged(had, lastSteps(10))).toBe(false);
});

test.each<[string, (answer: SkeletonAnswer) => Partial<SkeletonAnswer>]>([
  ['one more step', ({ steps }) => ({ steps: { ...steps, seq: [...steps.seq, 3] } })],
  [
    'a call that has failed',
    ({ steps }) => ({ steps: { ...steps, failed: steps.failed.map((failed) => 1 - failed) } }),
  ],
  ['a call that has ended', ({ steps }) => ({ steps: { ...steps, took: steps.took.with(-1, 77_777) } })],
  ['another cause', ({ edges }) => ({ edges: { ...edges, back: edges.back.with(-1, edges.back.at(-1)! + 1) } })],
  [
    'a cause with a higher confidence',
    ({ edges }) => ({ edges: { ...edges, confidence: edges.confidence.with(0, 99.5) } }),
  ],
  ['a cause in another session', () => ({ beyond: [] })],
  [
    'a failure with another state',
    ({ stories }) => ({ stories: stories.with(0, { ...stories[0]!, state: 'failed' }) }),
  ],
  ['a sub-agent with more steps', ({ children }) => ({ children: children.with(1, { ...children[1]!, steps: 41 }) })],
  ['a session with another title', ({ session }) => ({ session: { ...session, title: 'another' } })],
  ['a truncated answer', () => ({ truncated: true })],
])('%s is a change', async (_, change) => {
  const answer = lastSteps(20);
  expect(hasChanged(await readSkeleton(whole), { ...answer, ...change(answer) })).toBe(true);
});
