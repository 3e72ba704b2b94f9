import { expect, test } from 'vitest';
import type { SessionUid, SkeletonAnswer } from '../../../../src/types.ts';
import { generatedSkeleton } from './generated.ts';
import { isNews } from './is-news.ts';
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
      recorded: true,
    },
  ],
};

/** What the server answers when it is asked again and nothing has happened: the last steps once more. */
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

test('an answer that repeats what is known is no news', async () => {
  const had = await readSkeleton(whole);
  expect(isNews(had, lastSteps(20))).toBe(false);
  expect(isNews(had, lastSteps(10))).toBe(false);
});

test.each<[string, (answer: SkeletonAnswer) => Partial<SkeletonAnswer>]>([
  ['a step more', ({ steps }) => ({ steps: { ...steps, seq: [...steps.seq, 3] } })],
  [
    'a call that has failed meanwhile',
    ({ steps }) => ({ steps: { ...steps, failed: steps.failed.map((failed) => 1 - failed) } }),
  ],
  ['a call that has ended meanwhile', ({ steps }) => ({ steps: { ...steps, took: steps.took.with(-1, 77_777) } })],
  ['another cause', ({ edges }) => ({ edges: { ...edges, back: edges.back.with(-1, edges.back.at(-1)! + 1) } })],
  ['a cause that is surer', ({ edges }) => ({ edges: { ...edges, confidence: edges.confidence.with(0, 99.5) } })],
  ['a cause elsewhere', () => ({ beyond: [] })],
  ['a failure that is settled', ({ stories }) => ({ stories: stories.with(0, { ...stories[0]!, state: 'failed' }) })],
  ['a sub-agent that went on', ({ children }) => ({ children: children.with(1, { ...children[1]!, steps: 41 }) })],
  ['a session with another title', ({ session }) => ({ session: { ...session, title: 'another' } })],
  ['more that did not fit', () => ({ truncated: true })],
])('%s is news', async (_, change) => {
  const answer = lastSteps(20);
  expect(isNews(await readSkeleton(whole), { ...answer, ...change(answer) })).toBe(true);
});
