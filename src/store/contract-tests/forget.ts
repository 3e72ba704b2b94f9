import { describe, expect, test } from 'vitest';
import { eventKey, sessionUid, treeKey } from '../../model/ids.ts';
import {
  uid,
  other,
  tree,
  ref,
  prompt,
  message,
  tally,
  sessionOf,
  batchOf,
  failedTest,
  edge,
  found,
  type Open,
} from './cast.ts';

export function forgetContract(open: Open): void {
  describe('forget', () => {
    test('removes a session with its bytes, and it stays forgotten', async () => {
      const { store, reopen } = await open();
      await store.write.commit(failedTest());
      await store.write.commit(
        batchOf({
          uid: other,
          tree: treeKey(other),
          path: '/o.jsonl',
          events: [message('o', { session: other, key: eventKey(other, 'o'), search: 'failing too' })],
        }),
      );
      await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2')]);

      expect(await store.write.forget([uid])).toEqual({ sessions: 1, events: 4, bytes: 10 });
      await store[Symbol.asyncDispose]();

      await using again = await reopen();
      const { read } = again;
      expect(await read.session(uid)).toBeUndefined();
      expect(await read.event(ref('e1'))).toBeUndefined();
      expect(await read.file('/s.jsonl')).toBeUndefined();
      expect(await read.pieces('/s.jsonl', 0)).toEqual([]);
      expect(await read.causes([ref('e2')])).toEqual([]);
      expect(await found(again, 'failing')).toEqual(['o']);
      expect(await read.isForgotten(uid)).toBe(true);
      expect(await read.isForgotten(other)).toBe(false);
      expect(await read.check()).toEqual([]);
      expect(await again.write.forget([uid])).toEqual({ sessions: 0, events: 0, bytes: 0 });
    });

    test('takes along the sessions that live in the same file', async () => {
      await using store = (await open()).store;
      const side = sessionUid('claude', 'one/side-1');
      const batch = batchOf({ events: [prompt('e1'), message('s1', { session: side, key: eventKey(side, 's1') })] });
      await store.write.commit({
        ...batch,
        sessions: [...batch.sessions, { ...sessionOf(side, {}), add: tally({ events: 1 }) }],
      });
      expect(await store.write.forget([uid])).toMatchObject({ sessions: 2, events: 2 });
      expect(await store.read.session(side)).toBeUndefined();
      expect(await store.read.isForgotten(side)).toBe(true);
    });
  });
}
