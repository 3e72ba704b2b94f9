import { expect, test } from 'vitest';
import { ownPrices } from '../../memory/cost/own-prices.ts';
import type { Store } from '../../store/store.ts';
import { failedTest } from '../../testing/stories.ts';
import type { Story, StoryEvent } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { overview, type OverviewOptions } from './overview.ts';

const now = Date.parse('2026-03-12T12:00:00Z');

test('these days are held against as many before them, up to the same time of day', async () => {
  await using store = await storeWithStories(
    at('today', '2026-03-12T08:00:00Z'),
    at('first', '2026-03-06T00:00:01Z'),
    at('before', '2026-03-05T08:00:00Z'),
    at('later-that-day', '2026-03-05T18:00:00Z'),
    at('oldest', '2026-02-27T00:00:01Z'),
    at('long-ago', '2026-02-26T08:00:00Z'),
  );
  const answer = await of(store);
  expect(answer).toMatchObject({
    since: '2026-03-06T00:00:00.000Z',
    until: '2026-03-12T12:00:00.000Z',
    now: { sessions: 2, steps: 8, failures: 2 },
    before: { sessions: 2, steps: 8 },
  });
  expect(answer.days).toHaveLength(14);
  expect(
    answer.days.filter(({ sessions }) => sessions > 0).map(({ day, sessions, steps }) => [day, sessions, steps]),
  ).toEqual([
    ['2026-02-27', 1, 4],
    ['2026-03-05', 2, 8],
    ['2026-03-06', 1, 4],
    ['2026-03-12', 1, 4],
  ]);
  expect((await of(store, { days: 1 })).days.map(({ day }) => day)).toEqual(['2026-03-11', '2026-03-12']);
});

test('repositories and agents are those of these days', async () => {
  await using store = await storeWithStories(
    at('a', '2026-03-12T08:00:00Z', { repo: 'shop' }),
    at('b', '2026-03-11T08:00:00Z', { repo: 'shop' }),
    at('c', '2026-03-11T08:00:00Z', { repo: 'till' }),
    at('d', '2026-03-01T08:00:00Z', { repo: 'old' }),
  );
  const { repos, agents } = await of(store);
  expect(repos).toEqual([
    { repo: 'shop', sessions: 2, tokens: 0, usd: null, usd_is_exact: true },
    { repo: 'till', sessions: 1, tokens: 0, usd: null, usd_is_exact: true },
  ]);
  expect(agents).toEqual([{ source: 'quill', sessions: 3, steps: 12 }]);
  expect((await of(store, { repo: 'till' })).now).toMatchObject({ sessions: 1, steps: 4 });
});

test('reports a failure that is new and open, and one that is fixed now', async () => {
  const open = (name: string, began: string, said: string): Story => ({ name, began, events: broken(said) });
  const solved: Story = {
    ...failedTest,
    name: 'solved',
    began: '2026-03-11T08:00:00Z',
    events: fixed('E42: cannot read the till'),
  };
  await using store = await storeWithStories(
    open('before', '2026-03-02T08:00:00Z', 'E42: cannot read the till'),
    solved,
    open('old-and-open', '2026-03-01T08:00:00Z', 'E7: the printer is out of paper'),
    open('again', '2026-03-10T08:00:00Z', 'E7: the printer is out of paper'),
    open('new', '2026-03-12T08:00:00Z', 'E99: the shelf is empty'),
  );
  const { changed, open: left } = await of(store);
  expect(changed.new_patterns.map(({ message, count }) => [message, count])).toEqual([
    [expect.stringContaining('E99'), 1],
  ]);
  expect(changed.solved_patterns.map(({ message }) => message)).toEqual([expect.stringContaining('E42')]);
  expect(left.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('E99'), expect.stringContaining('E7')]),
  );
  expect(left).toHaveLength(2);
});

test('an archive in which nothing happened lately says so', async () => {
  await using store = await storeWithStories(at('long-ago', '2025-02-26T08:00:00Z'));
  const { now: these, before, repos, agents, open, changed } = await of(store);
  expect(these).toEqual({
    sessions: 0,
    steps: 0,
    failures: 0,
    open_failures: 0,
    retries: 0,
    active_s: 0,
    outcomes: { success: 0, partial: 0, failed: 0, abandoned: 0, unknown: 0 },
    tokens: 0,
    usd: null,
    usd_is_exact: true,
  });
  expect(before).toEqual(these);
  expect([repos, agents, open, changed.new_patterns, changed.solved_patterns]).toEqual([[], [], [], [], []]);
});

test('no more than a year is looked at, and no part of a day', async () => {
  await using store = await storeWithStories(failedTest);
  for (const days of [0, 367, 1.5, NaN]) await expect(of(store, { days })).rejects.toThrow('1 to 366 days');
});

function of(store: Store, options: Partial<OverviewOptions> = {}) {
  return overview(store.read, { now, ...options }, ownPrices());
}

function at(name: string, began: string, more: Partial<Story> = {}): Story {
  return { ...failedTest, name, began, ...more };
}

function broken(said: string): readonly StoryEvent[] {
  return [
    { id: 'ask', t: 'prompt', text: 'run it' },
    {
      id: 'run',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'till check' },
      summary: 'till check',
      act: 'check',
      kind: 'test_run',
      failed: true,
      turn: 'ask',
    },
    { id: 'red', t: 'result', call: 'run', output: `exit 1\n${said}`, failed: true },
  ];
}

function fixed(said: string): readonly StoryEvent[] {
  return [
    ...broken(said),
    {
      id: 'fix',
      t: 'call',
      tool: 'edit',
      input: { path: 'till.ts', old: 'a', new: 'b' },
      summary: 'till.ts',
      act: 'edit',
      kind: 'edit',
      turn: 'ask',
    },
    { id: 'fixed', t: 'result', call: 'fix', output: 'ok' },
    {
      id: 'again',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'till check' },
      summary: 'till check',
      act: 'check',
      kind: 'test_run',
      turn: 'ask',
    },
    { id: 'green', t: 'result', call: 'again', output: 'all is well' },
  ];
}
