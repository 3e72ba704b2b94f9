import { describe, expect, test } from 'vitest';
import { uid, child, other, call, batchOf, failedTest, link, type Open } from './cast.ts';

export function linksContract(open: Open): void {
  describe('links', () => {
    test('the same link twice is one link, seen from both ends', async () => {
      await using store = (await open()).store;
      const spawned = link({ call: 'toolu_abc' });
      const resumed = link({ type: 'continued', parent: other, beforeLine: 12 });
      await store.write.commit({ ...batchOf({}), links: [spawned, resumed, spawned] });
      await store.write.commit({ ...batchOf({ offset: 20 }), links: [spawned] });
      expect(await store.read.linksFrom(uid)).toEqual([spawned]);
      expect(await store.read.links(child)).toEqual(expect.arrayContaining([spawned, resumed]));
      expect(await store.read.links(child)).toHaveLength(2);
    });

    test('sessions wait to be linked until they are, also across a restart', async () => {
      const { store, reopen } = await open();
      await store.write.commit(failedTest());
      await store.write.commit(batchOf({ uid: child, path: '/c.jsonl' }));
      expect((await store.write.unlinked(10)).toSorted()).toEqual([uid, child].toSorted());
      await store.write.linked([uid]);
      await store[Symbol.asyncDispose]();

      await using again = await reopen();
      expect(await again.write.unlinked(10)).toEqual([child]);
      await again.write.linked([child]);
      expect(await again.write.unlinked(10)).toEqual([]);
    });

    test('a session must be linked again when it or its parent grew', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.commit({ ...batchOf({ uid: child, path: '/c.jsonl' }), links: [link({ call: 'toolu_late' })] });
      await store.write.linked([uid, child]);
      await store.write.commit(batchOf({ events: [call('late', { native: 'toolu_late' })], offset: 400 }));
      expect((await store.write.unlinked(10)).toSorted()).toEqual([uid, child].toSorted());
    });
  });
}
