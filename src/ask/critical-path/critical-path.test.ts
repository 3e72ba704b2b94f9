import { expect, test } from 'vitest';
import type { Store } from '../../store/store.ts';
import { failedTest } from '../../testing/stories.ts';
import { link } from '../../testing/write-stories.ts';
import type { Story, StoryEvent, StoryEdge } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { criticalPath } from './critical-path.ts';
import { findSession } from '../find/find-session.ts';

/** Events follow a second apart: `long` runs beside `quick`, and `end` needs only one of the two. */
const race: Story = {
  name: 'race',
  events: [
    { id: 'ask', t: 'prompt', text: 'measure it' },
    call('quick', 100),
    call('long', 3_500),
    { id: 'quick-done', t: 'result', call: 'quick', output: 'ok' },
    { id: 'long-done', t: 'result', call: 'long', output: 'ok' },
    call('end', 2_000),
    { id: 'end-done', t: 'result', call: 'end', output: 'ok' },
  ],
};

function call(id: string, took: number): StoryEvent {
  return { id, t: 'call', tool: 'sh', input: { cmd: id }, summary: id, turn: 'ask', took };
}

async function pathOf(store: Store, edges: readonly StoryEdge[]) {
  await link(store, race, edges);
  const answer = await criticalPath(store.read, await findSession(store.read, 'race'));
  return {
    ...answer,
    names: answer.steps.map(({ native_id }) => native_id),
    times: answer.steps.map(({ model_ms, took_ms }) => [model_ms, took_ms]),
  };
}

const asked: readonly StoryEdge[] = [
  { cause: 'ask', effect: 'quick', type: 'asked', confidence: 0.9 },
  { cause: 'ask', effect: 'long', type: 'asked', confidence: 0.9 },
];

test('it leads through what a step waited for, however quick the rest was', async () => {
  await using store = await storeWithStories(race);
  const { names, times, path_ms } = await pathOf(store, [
    ...asked,
    { cause: 'quick', effect: 'end', confidence: 0.9 },
    { cause: 'long', effect: 'end', confidence: 0.9 },
  ]);
  expect(names).toEqual(['ask', 'long', 'end']);
  // `end` began half a second before `long` was through; that time is counted once.
  expect(times).toEqual([
    [null, null],
    [2_000, 3_500],
    [0, 1_500],
  ]);
  expect(path_ms).toBe(7_000);
});

test('a guess links nothing', async () => {
  await using store = await storeWithStories(race);
  const { names } = await pathOf(store, [
    ...asked,
    { cause: 'quick', effect: 'end', confidence: 0.9 },
    { cause: 'long', effect: 'end', confidence: 0.4 },
  ]);
  expect(names).toEqual(['ask', 'long']);
});

test('a night at which nobody was there is not work', async () => {
  await using store = await storeWithStories({
    ...race,
    name: 'race',
    events: [race.events[0]!, call('night', 14 * 3_600_000)],
  });
  expect((await pathOf(store, [{ cause: 'ask', effect: 'night', confidence: 0.9 }])).path_ms).toBe(3_600_000 + 1_000);
});

test('steps whose time nobody wrote down are counted and said', async () => {
  await using store = await storeWithStories(failedTest);
  const answer = await criticalPath(store.read, await findSession(store.read, 'failed-test'));
  expect(answer).toMatchObject({
    steps: [{ native_id: 'run', model_ms: 2_000, took_ms: 2_300 }],
    path_ms: 4_300,
    untimed: 2,
  });
});
