import { expect, test } from 'vitest';
import type { Session } from '../../model/session.ts';
import type { Store } from '../../store/store.ts';
import { delegation, failedTest, subagent, token } from '../../testing/stories.ts';
import { idOf, link, writeStories, uidOf, type Story } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { findSession } from '../find/find-session.ts';
import { graphSteps } from '../graph/graph.ts';
import { redacted } from '../redaction/redacted.ts';
import { rows } from './rows.ts';
import { skeleton, type SkeletonAnswer } from './skeleton.ts';

test('a skeleton has a number for each step, in order: what it is, when, how long, and whether it failed', async () => {
  await using store = await storeWithStories(failedTest);
  const { steps, tools, acts, total, before, truncated } = await skeleton(
    store.read,
    await sessionOf(store, failedTest),
  );
  expect(steps.kind).toEqual([0, 2, 2, 2]);
  expect(steps.tool.map((tool) => tools[tool] ?? null)).toEqual([null, 'sh', 'edit', 'sh']);
  expect(steps.act.map((act) => acts[act] ?? null)).toEqual([null, 'check', 'edit', 'check']);
  expect(steps.failed).toEqual([0, 1, 0, 0]);
  expect(steps.took).toEqual([0, 2300, 0, 0]);
  expect(sums(steps.seq)).toEqual([1, 3, 5, 7]);
  expect(sums(steps.at).map((at) => new Date(at).toISOString().slice(11, 19))).toEqual([
    '09:00:00',
    '09:00:02',
    '09:00:04',
    '09:00:06',
  ]);
  expect({ total, before, truncated }).toEqual({ total: 4, before: 0, truncated: false });
});

test('its edges are those the graph shows, in the same order', async () => {
  await using store = await storeWithStories(failedTest);
  await link(store, failedTest, [
    { cause: 'ask', effect: 'fix', type: 'asked', confidence: 0.6 },
    { cause: 'run', effect: 'fix', type: 'reacted', confidence: 0.9 },
    { cause: 'fix', effect: 'again', type: 'verifies', confidence: 0.7 },
    { cause: 'run', effect: 'again', type: 'retried', confidence: 0.7 },
    { cause: 'again', effect: 'run', type: 'informed', confidence: 0.3 },
  ]);
  const session = await sessionOf(store, failedTest);
  expect(edgesOf(await skeleton(store.read, session))).toEqual(await edgesOfGraph(store, session));
});

test("a prompt not known to be a person's is distinguished", async () => {
  await using store = await storeWithStories();
  expect((await skeleton(store.read, await sessionOf(store, subagent))).steps.kind).toEqual([1, 2]);
});

test('pages put together are the whole, and so is what came later put after what one has', async () => {
  const long: Story = {
    name: 'long',
    events: Array.from({ length: 4_500 }, (_, at) =>
      at % 3 === 0
        ? { id: `p${at}`, t: 'prompt' as const, text: 'again' }
        : { id: `c${at}`, t: 'call' as const, tool: 'sh', input: {}, summary: `ls ${at}` },
    ),
  };
  await using store = await storeWithStories(long);
  await link(store, long, [
    { cause: 'p0', effect: 'c8', type: 'asked', confidence: 0.6 },
    { cause: 'p0', effect: 'c4499', type: 'asked', confidence: 0.6 },
  ]);
  const session = await sessionOf(store, long);
  const whole = await skeleton(store.read, session);
  expect(whole.total).toBe(4_500);

  const first = await skeleton(store.read, session, { limit: 4_200 });
  expect(first).toMatchObject({ truncated: true, total: 4_500, before: 0 });
  const second = await skeleton(store.read, session, { after: first.next });
  expect(second).toMatchObject({ truncated: false, total: 4_500, before: 4_200 });
  expect([...first.steps.kind, ...second.steps.kind]).toEqual(whole.steps.kind);
  expect([...sums(first.steps.seq), ...sums(second.steps.seq, first.next)]).toEqual(sums(whole.steps.seq));
  expect([...edgesOf(first), ...edgesOf(second)]).toEqual(edgesOf(whole));

  const later = await skeleton(store.read, session, { after: whole.next });
  expect(later.before).toBeGreaterThan(4_400);
  expect([...sums(whole.steps.at).slice(0, later.before), ...sums(later.steps.at)]).toEqual(sums(whole.steps.at));
  expect([...sums(whole.steps.seq).slice(0, later.before), ...sums(later.steps.seq, whole.next)]).toEqual(
    sums(whole.steps.seq),
  );
});

test('a failure is described by positions: error, attempts and proof', async () => {
  await using store = await storeWithStories(failedTest);
  const { stories } = await skeleton(store.read, await sessionOf(store, failedTest));
  expect(stories).toEqual([expect.objectContaining({ kind: 'real', state: 'resolved', error: 1, fix: [2], proof: 3 })]);
  expect((await skeleton(store.read, await sessionOf(store, failedTest), { after: 5 })).stories).toEqual(stories);
});

test('a sub-agent hangs on the step that started it, and each knows of the other', async () => {
  await using store = await storeWithStories();
  const parent = await skeleton(store.read, await sessionOf(store, delegation));
  expect(parent.children).toEqual([
    { session: uidOf(subagent), relation: 'subagent', title: subagent.title, step: 1, steps: 2, errors: 0, open: 0 },
  ]);
  const away = { type: 'spawned', confidence: 1, basis: 'recorded' };
  const child = await skeleton(store.read, await sessionOf(store, subagent));
  expect(child.beyond).toEqual([
    { ...away, step: 0, is: 'cause', other: { session: uidOf(delegation), step: idOf(delegation, 'spawn'), seq: 2 } },
  ]);
  expect(parent.beyond).toEqual([
    { ...away, step: 1, is: 'effect', other: { session: uidOf(subagent), step: idOf(subagent, 'task'), seq: 1 } },
  ]);
});

test('a sub-agent has its failures, and those still open', async () => {
  const child = { root: 'delegation', parent: { name: 'delegation', relation: 'subagent' } } as const;
  const settled: Story = { ...failedTest, ...child, name: 'delegation/settled' };
  const left: Story = { ...failedTest, ...child, name: 'delegation/left', events: failedTest.events.slice(0, 4) };
  await using store = await storeWithStories(delegation, settled, left);
  const { children } = await skeleton(store.read, await sessionOf(store, delegation));
  expect(Object.fromEntries(children.map(({ session, errors, open }) => [session, { errors, open }]))).toMatchObject({
    [uidOf(settled)]: { errors: 1, open: 0 },
    [uidOf(left)]: { errors: 1, open: 1 },
  });
});

test('rows have the words of a page, cut to three hundred characters and never inside of one', async () => {
  const wordy: Story = {
    name: 'wordy',
    events: [
      { id: 'a', t: 'prompt', text: 'short' },
      { id: 'b', t: 'call', tool: 'sh', input: {}, summary: `${'x'.repeat(299)}🎉🎉` },
      { id: 'c', t: 'prompt', text: 'last' },
    ],
  };
  await using store = await storeWithStories(wordy);
  const session = await sessionOf(store, wordy);
  const page = await rows(store.read, session, { limit: 2 });
  expect(page).toEqual({
    rows: [
      { id: idOf(wordy, 'a'), seq: 1, summary: 'short' },
      { id: idOf(wordy, 'b'), seq: 2, summary: 'x'.repeat(299) },
    ],
    next: 2,
  });
  expect(await rows(store.read, session, { after: page.next! })).toMatchObject({
    rows: [{ seq: 3, summary: 'last' }],
    next: null,
  });
});

test('no secret leaves in the name of a tool', async () => {
  const leaky: Story = {
    name: 'leaky',
    events: [{ id: 'a', t: 'call', tool: `use ${token}`, input: {}, summary: 'x' }],
  };
  await using store = await storeWithStories(leaky);
  const { tools } = await skeleton(redacted(store.read), await sessionOf(store, leaky));
  expect(tools).toHaveLength(1);
  expect(tools[0]).not.toContain(token);
});

test('an empty session has an empty skeleton', async () => {
  await using store = await storeWithStories({ name: 'empty', events: [] });
  await writeStories(store, failedTest);
  expect(await skeleton(store.read, await sessionOf(store, { name: 'empty' }))).toMatchObject({
    total: 0,
    next: 0,
    truncated: false,
    steps: { seq: [] },
    edges: { back: [] },
  });
});

function sessionOf(store: Store, story: Pick<Story, 'name'>): Promise<Session> {
  return findSession(store.read, uidOf(story));
}

function sums(deltas: readonly number[], from = 0): readonly number[] {
  let sum = from;
  return deltas.map((delta) => (sum += delta));
}

function edgesOf({ steps, edges, types, before }: SkeletonAnswer): readonly unknown[] {
  let at = 0;
  return steps.causes.flatMap((count, step) =>
    Array.from({ length: count }, () => {
      const edge = [
        before + step,
        before + step - edges.back[at]!,
        types[edges.type[at]!],
        edges.confidence[at]! / 100,
        edges.basis[at] === 1,
      ];
      at++;
      return edge;
    }),
  );
}

async function edgesOfGraph(store: Store, session: Session): Promise<readonly unknown[]> {
  const steps = await Array.fromAsync(graphSteps(store.read, session));
  const places = new Map<string, number>(steps.map(({ id }, place) => [id, place]));
  return steps.flatMap(({ causes }, step) =>
    causes.map(({ step: cause, types, confidence, basis }) => [
      step,
      places.get(cause),
      types[0],
      confidence,
      basis === 'recorded',
    ]),
  );
}
