import { expect, test } from 'vitest';
import { readSession } from '../../memory/digest/read-session.ts';
import { ownPrices } from '../../memory/cost/own-prices.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { failedTest } from '../../testing/stories.ts';
import { uidOf, type Story } from '../../testing/write-stories.ts';
import { browse } from '../browse/browse.ts';
import { digest } from '../digest/digest.ts';
import { sessions } from './sessions.ts';

const minute = 60_000;
const began = Date.parse('2026-03-02T09:00:00Z');
const atWork: Story = { ...failedTest, events: failedTest.events.slice(0, 4) };
const answered: Story = {
  ...failedTest,
  events: [...failedTest.events.slice(0, 4), { id: 'end', t: 'say', text: 'One test fails.', turn: 'ask' }],
};

test.each<[string, Story, number, boolean]>([
  ['was active a minute ago and has a result to work on', atWork, began + minute, true],
  ['has been quiet for longer than a call takes', atWork, began + 11 * minute, false],
  ['has answered and waits for a person', answered, began + minute, false],
])('a session that %s', async (_, story, now, running) => {
  await using store = await storeWithStories(story);
  const session = (await store.read.session(uidOf(story)))!;
  const listed = (await sessions(store.read, {}, { now })).sessions[0]!;
  const browsed = (await browse(store.read, {}, { table: ownPrices(), now })).sessions[0]!;
  const summed = (await digest(store.read, session, { now })).session;
  expect([listed.running, browsed.running, summed.running]).toEqual([running, running, running]);
});

test('a session that is running again does not show how it ended before', async () => {
  await using store = await storeWithStories(atWork);
  const made = (await readSession(store.read, uidOf(atWork), { now: began + 60 * minute }))!;
  await store.write.putDigest(made.digest, began + 60 * minute);
  const at = async (now: number) => (await browse(store.read, {}, { table: ownPrices(), now })).sessions[0];
  expect(await at(began + 60 * minute)).toMatchObject({
    outcome: 'abandoned',
    outcome_reason: made.digest.outcome.reason,
  });
  expect(await at(began + minute)).toMatchObject({ running: true, outcome: 'unknown', outcome_reason: null });
});
