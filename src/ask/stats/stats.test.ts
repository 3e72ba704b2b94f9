import { expect, test } from 'vitest';
import { delegation, failedTest, subagent } from '../../testing/stories.ts';
import { link, uidOf } from '../../testing/write-stories.ts';
import type { Story } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { findSession } from '../find/find-session.ts';
import { Counter } from './count.ts';
import { stats, statsOf } from './stats.ts';

test('a session is counted: steps, failures, checks, edits and the files they name', async () => {
  await using store = await storeWithStories();
  const answer = await statsOf(store.read, await findSession(store.read, uidOf(failedTest)));
  expect(answer.total).toMatchObject({
    sessions: 1,
    steps: 4,
    prompts: 1,
    turns: 1,
    retries: 0,
    files: 1,
    calls: { total: 3, failed: 1 },
    checks: { total: 2, failed: 1 },
    edits: { total: 1, failed: 0 },
  });
  expect(answer.agents).toMatchObject([{ agent: 'quill', steps: 4 }]);
});

test('sub-agents are counted for themselves, and said to be there', async () => {
  await using store = await storeWithStories();
  expect(await statsOf(store.read, await findSession(store.read, uidOf(delegation)))).toMatchObject({
    children: 1,
    total: { sessions: 1, steps: 2 },
  });
});

test('causes are counted by type, basis and confidence, and steps without any are counted', async () => {
  await using store = await storeWithStories(failedTest);
  await link(store, failedTest, [
    { cause: 'ask', effect: 'run', type: 'asked', confidence: 0.95 },
    { cause: 'run', effect: 'fix', type: 'reacted', confidence: 0.7 },
    { cause: 'ask', effect: 'fix', type: 'informed', confidence: 0.3 },
  ]);
  const { causes } = (await stats(store.read)).total;
  expect(causes).toEqual({
    edges: 3,
    by_type: { asked: 1, reacted: 1, informed: 1 },
    by_basis: { recorded: 0, inferred: 3, judged: 0 },
    by_confidence: { '0.9': 1, '0.7': 1, '0.5': 0, '0': 1 },
    per_step: 0.75,
    steps_without: 2,
    calls_without: 1,
  });
});

test('the archive is the sum of its sessions, and can be asked about in part', async () => {
  await using store = await storeWithStories();
  const { total, agents, session } = await stats(store.read);
  expect(session).toBeNull();
  expect(total).toMatchObject({ sessions: 4, steps: 10, prompts: 4, calls: { total: 6, failed: 1 } });
  expect(agents).toHaveLength(1);
  expect((await stats(store.read, { repo: '/home/dev/shop' })).total.sessions).toBe(3);
  expect((await stats(store.read, { source: 'nobody' })).total).toMatchObject({
    sessions: 0,
    steps: 0,
    time: { turns_s: 0, tools_s: null, model_s: null },
    causes: { per_step: 0 },
  });
});

test('a sub-agent counts to its own session, and its spawning is a recorded cause', async () => {
  await using store = await storeWithStories();
  const answer = await statsOf(store.read, await findSession(store.read, uidOf(subagent)));
  expect(answer.total.causes).toMatchObject({
    edges: 1,
    by_type: { spawned: 1 },
    by_basis: { recorded: 1, inferred: 0 },
    steps_without: 1,
  });
});

test("calls that run at the same time take it once, and the rest of the turns is the model's", async () => {
  await using store = await storeWithStories(failedTest);
  const session = await findSession(store.read, uidOf(failedTest));
  const [, call] = await store.read.steps(session.uid, { after: 0, limit: 2 });
  const ran = (second: number, duration_ms: number | null) => ({
    ...call!,
    at: `2026-03-02T09:00:${10 + second}.000Z`,
    duration_ms,
  });
  const counter = new Counter();
  counter.session({ ...session, cost: { ...session.cost, wall_clock_s: 20 } });
  for (const step of [ran(0, 4000), ran(1, 1000), ran(2, 4000), ran(30, null)]) counter.step(step, []);
  expect(counter.numbers().time).toEqual({ turns_s: 20, tools_s: 6, model_s: 14 });
});

test('more steps than a page are all counted', async () => {
  const long: Story = {
    name: 'long',
    events: Array.from({ length: 1201 }, (_, at) => ({ id: `p${at}`, t: 'prompt' as const, text: 'again' })),
  };
  await using store = await storeWithStories(long);
  expect((await stats(store.read)).total).toMatchObject({ steps: 1201, prompts: 1201 });
});
