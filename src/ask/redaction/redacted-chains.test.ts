import { expect, test } from 'vitest';
import { chainRef } from '../../model/ids.ts';
import { failedTest, token } from '../../testing/stories.ts';
import { writeStories, uidOf } from '../../testing/write-stories.ts';
import { recordChains } from '../../testing/record-chains.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { redacted } from './redacted.ts';

test('chains leave without the secret in the name of their repository, whichever way they are asked for', async () => {
  const story = { ...failedTest, name: 'secret', repo: `shop-${token}`, events: [] };
  await using store = await storeWithStories(failedTest);
  await writeStories(store, story);
  const [id] = await recordChains(store, { name: 'a', message: 'it broke', session: uidOf(story) });
  const read = redacted(store.read);
  const fingerprints = (await read.failures()).map(({ fingerprint }) => fingerprint);
  const page = { limit: 10, offset: 0 };
  const answers = [
    await read.chain(chainRef(id!)!),
    await read.findChains(id!.slice(0, 10), 2),
    await read.chains({}, page),
    await read.chainGroups(fingerprints, {}),
    await read.latestChains(fingerprints, {}),
  ];
  expect(JSON.stringify(await store.read.chains({}, page))).toContain(token);
  for (const answer of answers) {
    expect(JSON.stringify(answer)).not.toContain(token);
    expect(JSON.stringify(answer)).toContain('shop-[redacted');
  }
});
