import { describe, expect, test } from 'vitest';
import { eventKey } from '../../model/ids.ts';
import { uid, child, tree, keyOf, ref, id, prompt, message, batchOf, range, type Open } from './cast.ts';

export function lineageContract(open: Open): void {
  describe('lineage', () => {
    test('a chain leads from an event to its parents, nearest first', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: range(100).map((n) => message(`m${n}`, { parent: n === 0 ? null : keyOf(`m${n - 1}`) })),
        }),
      );
      const chain = await store.read.parentChain(ref('m99'), 1_000);
      expect(chain.map((event) => event.id)).toEqual(range(100).map((n) => id(`m${99 - n}`)));
      expect(await store.read.parentChain(ref('m99'), 10)).toHaveLength(10);
    });

    test('a cycle ends where it began', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [message('a', { parent: keyOf('b') })] }));
      await store.write.commit(
        batchOf({
          offset: 20,
          events: [message('b', { parent: keyOf('a') }), message('self', { parent: keyOf('self') })],
        }),
      );
      expect((await store.read.parentChain(ref('a'), 1_000_000)).map((event) => event.id)).toEqual([id('a'), id('b')]);
      expect((await store.read.parentChain(ref('self'), 1_000_000)).map((event) => event.id)).toEqual([id('self')]);
    });

    test('a chain goes on in another session of the tree', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [prompt('p')] }));
      await store.write.commit(
        batchOf({
          uid: child,
          path: '/c.jsonl',
          events: [message('c', { session: child, key: eventKey(child, 'c'), parent: keyOf('p') })],
        }),
      );
      const chain = await store.read.parentChain({ tree, event: eventKey(child, 'c') }, 10);
      expect(chain.map((event) => event.session)).toEqual([child, uid]);
      expect((await store.read.childEvents(ref('p'), 10)).map((event) => event.session)).toEqual([child]);
    });

    test('children are found near and far', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: [
            prompt('p'),
            message('near', { parent: keyOf('p') }),
            ...range(100).map((n) => message(`m${n}`)),
            message('far', { parent: keyOf('p') }),
          ],
        }),
      );
      expect((await store.read.childEvents(ref('p'), 10)).map((event) => event.id)).toEqual([id('near'), id('far')]);
      expect(await store.read.childEvents(ref('p'), 1)).toHaveLength(1);
    });
  });
}
