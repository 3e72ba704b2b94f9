import { describe, expect, test } from 'vitest';
import { eventId, eventKey, treeKey, type EventRef } from '../../model/ids.ts';
import type { EdgeRow } from '../store.ts';
import { uid, child, other, tree, ref, id, message, batchOf, failedTest, edge, type Open } from './cast.ts';

export function edgesContract(open: Open): void {
  describe('edges', () => {
    test('what the agent recorded comes before what a rule inferred, then the surer one', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putLinkEdges(tree, uid, [
        edge('e1', 'e2', { basis: 'inferred', confidence: 0.99, types: ['asked', 'informed'], evidence: ['names the test'] }),
        edge('e3', 'e2', { basis: 'inferred', confidence: 0.5, types: ['reacted'] }),
        edge('e4', 'e2', { basis: 'recorded', confidence: 1 }),
      ]);
      const causes = await store.read.causes([ref('e2'), ref('e1')]);
      expect(causes.map(({ cause }) => cause)).toEqual([id('e4'), id('e1'), id('e3')]);
      expect(causes[1]).toEqual({
        cause: id('e1'), effect: id('e2'), types: ['asked', 'informed'], basis: 'inferred', confidence: 0.99, evidence: ['names the test'],
      });
      expect((await store.read.effects([ref('e1')])).map(({ effect }) => effect)).toEqual([id('e2')]);
    });

    test('link edges are replaced as a whole, and say where the parent was left', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.commit(batchOf({
        uid: child, path: '/c.jsonl', session: { parent: { uid, relation: 'subagent' } },
        events: [message('c1', { session: child, key: eventKey(child, 'c1') })],
      }));
      const first: EventRef = { tree, event: eventKey(child, 'c1') };
      const spawned: EdgeRow = { ...edge('e1', 'e1'), effect: first };
      const returned: EdgeRow = { ...edge('e2', 'e2', { types: ['returned'] }), cause: first };
      await store.write.putLinkEdges(tree, child, [returned, spawned]);
      expect((await store.read.session(child))?.parent).toEqual({ uid, relation: 'subagent', step: id('e1') });
      expect(await store.read.causes([first, ref('e2')])).toHaveLength(2);

      await store.write.putLinkEdges(tree, child, [{ ...spawned, cause: ref('e2') }]);
      expect((await store.read.session(child))?.parent?.step).toBe(id('e2'));
      expect((await store.read.causes([first, ref('e2')])).map(({ cause }) => cause)).toEqual([id('e2')]);
    });

    test('a compaction inside a session does not say where its parent was left', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), sessions: [{ ...failedTest().sessions[0]!, parent: { uid: other, relation: 'fork' } }] });
      await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2', { types: ['continued'] })]);
      expect((await store.read.session(uid))?.parent).toEqual({ uid: other, relation: 'fork', step: null });
    });

    test('a cause may lie in another tree', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const elsewhere: EventRef = { tree: treeKey(other), event: eventKey(other, 'x') };
      await store.write.putLinkEdges(tree, uid, [{ ...edge('e1', 'e1'), cause: elsewhere }]);
      expect((await store.read.causes([ref('e1')])).map(({ cause }) => cause)).toEqual([eventId(elsewhere)]);
      expect((await store.read.effects([elsewhere])).map(({ effect }) => effect)).toEqual([id('e1')]);
    });
  });
}
