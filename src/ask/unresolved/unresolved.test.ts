import { expect, test } from 'vitest';
import { failedTest } from '../../testing/stories.ts';
import { writeStories, uidOf } from '../../testing/write-stories.ts';
import { recordChains } from '../../testing/record-chains.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { unresolved } from './unresolved.ts';

async function archive() {
  const store = await storeWithStories({ name: 'empty', events: [] });
  await writeStories(store, { ...failedTest, name: 'shop', repo: 'shop', events: [] });
  await recordChains(
    store,
    { name: 'open', message: 'a b c', at: '2026-02-01T00:00:00Z', tried: ['!edit a.ts'] },
    { name: 'failed', message: 'd e f', at: '2026-02-03T00:00:00Z', state: 'failed', session: uidOf({ name: 'shop' }) },
    { name: 'unverified', message: 'g h i', at: '2026-02-04T00:00:00Z', state: 'unverified' },
    { name: 'solved', message: 'a b c', at: '2026-01-01T00:00:00Z', state: 'resolved' },
    { name: 'solved later', message: 'a b c', at: '2026-01-02T00:00:00Z', state: 'resolved' },
    { name: 'benign', message: 'j k l', at: '2026-02-05T00:00:00Z', kind: 'benign' },
  );
  return store;
}

test('what is open or given up is listed, newest first, with what was tried and whether it was solved elsewhere', async () => {
  await using store = await archive();
  const answer = await unresolved(store.read, {});
  expect(answer).toMatchObject({
    unresolved: [
      { chain: { state: 'failed', error: { message: 'd e f' } }, solved_elsewhere: null },
      {
        chain: { state: 'open', attempts: [{ action: 'edit a.ts', successful: false }] },
        solved_elsewhere: { times: 2 },
      },
    ],
    total: 2,
    truncated: false,
    next: null,
  });
  const {
    chains: [newest],
  } = await store.read.chains({ states: ['resolved'] }, { limit: 1, offset: 0 });
  expect(answer.unresolved[1]!.solved_elsewhere!.chain).toBe(newest!.id);
});

test('it comes in pages, and of one repository or kind alone', async () => {
  await using store = await archive();
  expect(await unresolved(store.read, { limit: 1 })).toMatchObject({
    unresolved: [{}],
    total: 2,
    truncated: true,
    next: 1,
  });
  expect(await unresolved(store.read, { limit: 1, after: 1 })).toMatchObject({
    unresolved: [{ chain: { state: 'open' } }],
    truncated: false,
    next: null,
  });
  expect(await unresolved(store.read, { repo: 'shop' })).toMatchObject({
    unresolved: [{ chain: { state: 'failed' } }],
    total: 1,
  });
  expect(await unresolved(store.read, { kinds: ['benign'] })).toMatchObject({
    unresolved: [{ chain: { error: { kind: 'benign' } } }],
    total: 1,
  });
});

test('what only complained of it among other things did not solve it', async () => {
  await using store = await archive();
  await recordChains(store, {
    name: 'other',
    message: 'x y z',
    also: ['a b c', 'd e f'],
    at: '2026-02-09T00:00:00Z',
    state: 'resolved',
  });
  const {
    unresolved: [failed, open],
  } = await unresolved(store.read, {});
  expect(failed!.solved_elsewhere).toBeNull();
  expect(open!.solved_elsewhere).toMatchObject({ times: 2 });
});
