import { expect, test } from 'vitest';
import { readSession } from '../../memory/digest/read-session.ts';
import { ownPrices } from '../../memory/cost/own-prices.ts';
import type { Store } from '../../store/store.ts';
import { delegation, failedTest, hostile, subagent } from '../../testing/stories.ts';
import { uidOf } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { browse, type BrowseOptions } from './browse.ts';

test('sessions at the top are shown newest first, and what came of one when it is asked for', async () => {
  await using store = await storeWithStories();
  const top = await list(store);
  expect(top.sessions.map(({ uid }) => uid)).toEqual([failedTest, delegation, hostile].map(uidOf));
  expect(top).toMatchObject({ total: 3, truncated: false, next: null });
  expect(top.sessions.map(({ children }) => children)).toEqual([0, 1, 0]);
  const below = await list(store, { parent: uidOf(delegation) });
  expect(below.sessions.map(({ uid }) => uid)).toEqual([uidOf(subagent)]);
});

test('pages follow one another', async () => {
  await using store = await storeWithStories();
  const first = await list(store, { limit: 2 });
  expect(first).toMatchObject({ total: 3, truncated: true, next: 2 });
  expect((await list(store, { limit: 2, after: first.next! })).sessions.map(({ uid }) => uid)).toEqual([
    uidOf(hostile),
  ]);
});

test('a session shows when it was busy, what it edited and what is open, once it is analysed', async () => {
  await using store = await storeWithStories(failedTest);
  expect((await list(store)).sessions[0]).toMatchObject({ activity: null, edited: null, open_errors: 0 });
  const made = await readSession(store.read, uidOf(failedTest), { now: Date.now() });
  await store.write.putDigest(made!.digest, Date.now());
  expect((await list(store)).sessions[0]).toMatchObject({
    activity: {
      from: '2026-03-02T09:00:00.000Z',
      seconds: 1,
      steps: [1, 0, 1, 0, 1, 0, 1],
      failures: [0, 0, 1, 0, 0, 0, 0],
    },
    edited: 1,
  });
});

test('words find a session', async () => {
  await using store = await storeWithStories();
  expect((await list(store, { text: 'SLOW query' })).sessions.map(({ uid }) => uid)).toEqual([uidOf(delegation)]);
  expect(await list(store, { text: 'nothing like it' })).toEqual({
    sessions: [],
    total: 0,
    truncated: false,
    next: null,
  });
});

function list(store: Store, options: BrowseOptions = {}) {
  return browse(store.read, options, { table: ownPrices(), now: Date.now() });
}
