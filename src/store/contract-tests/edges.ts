import { describe, expect, test } from 'vitest';
import { eventId, eventKey, treeKey, type EventRef } from '../../model/ids.ts';
import type { EdgeRow } from '../store.ts';
import {
  uid,
  child,
  other,
  tree,
  keyOf,
  ref,
  id,
  call,
  message,
  batchOf,
  failedTest,
  edge,
  range,
  type Open,
} from './cast.ts';

export function edgesContract(open: Open): void {
  describe('edges', () => {
    test('recorded edges come before inferred ones, then by confidence', async () => {
      await using store = (await open()).store;
      await store.write.commit({
        ...failedTest(),
        edges: [
          edge('e3', 'e2', { basis: 'inferred', confidence: 0.5, types: ['reacted'] }),
          edge('e1', 'e2', {
            basis: 'inferred',
            confidence: 0.99,
            types: ['informed', 'asked'],
            evidence: ['names the test', 'and its file'],
          }),
        ],
      });
      await store.write.putLinkEdges(tree, uid, [edge('e4', 'e2')]);
      const causes = await store.read.causes([ref('e2'), ref('e1')]);
      expect(causes.map(({ cause }) => cause)).toEqual([id('e4'), id('e1'), id('e3')]);
      expect(causes[1]).toEqual({
        cause: id('e1'),
        effect: id('e2'),
        types: ['informed', 'asked'],
        basis: 'inferred',
        confidence: 0.99,
        evidence: ['names the test', 'and its file'],
      });
      expect((await store.read.effects([ref('e1')])).map(({ effect }) => effect)).toEqual([id('e2')]);
    });

    test('recorded edges come in the order in which the recorder named them', async () => {
      for (const named of [
        ['e1', 'e3', 'e4'],
        ['e4', 'e1', 'e3'],
      ]) {
        await using store = (await open()).store;
        const edges = named.map((cause, at) => edge(cause, 'e2', { types: ['caused'], rank: at + 1 }));
        await store.write.commit({ ...failedTest(), edges });
        expect((await store.read.causes([ref('e2')])).map(({ cause }) => cause)).toEqual(named.map(id));
        const [step] = await store.read.slice([ref('e2')], 'back', 1);
        expect(step!.edges.map(({ cause, rank }) => [cause, rank])).toEqual(
          named.map((cause, at) => [id(cause), at + 1]),
        );
      }
    });

    test('a pair that is both recorded and inferred is one edge: certain, with the reasons of both', async () => {
      await using store = (await open()).store;
      await store.write.commit({
        ...failedTest(),
        edges: [
          edge('e1', 'e2', { basis: 'inferred', confidence: 0.4, types: ['asked'], evidence: ['names the test'] }),
        ],
      });
      await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2', { evidence: ['its own id'] })]);
      const edges = [
        {
          cause: id('e1'),
          effect: id('e2'),
          types: ['spawned', 'asked'],
          basis: 'recorded',
          confidence: 1,
          evidence: ['its own id', 'names the test'],
        },
      ];
      expect(await store.read.causes([ref('e2')])).toEqual(edges);
      expect(await store.read.effects([ref('e1')])).toEqual(edges);

      await store.write.putLinkEdges(tree, uid, []);
      expect(await store.read.causes([ref('e2')])).toEqual([
        {
          cause: id('e1'),
          effect: id('e2'),
          types: ['asked'],
          basis: 'inferred',
          confidence: 0.4,
          evidence: ['names the test'],
        },
      ]);
    });

    test('an edge stored again is replaced', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), edges: [inferred('e1', 'e2', 0.8), inferred('e1', 'e4', 0.7)] });
      await store.write.commit({ ...batchOf({ offset: 20 }), edges: [inferred('e1', 'e2', 0.3)] });
      expect((await store.read.effects([ref('e1')])).map(({ effect, confidence }) => [effect, confidence])).toEqual([
        [id('e4'), 0.7],
        [id('e2'), 0.3],
      ]);
    });

    test('repeating a batch, and what belongs to no event, changes nothing', async () => {
      await using store = (await open()).store;
      const batch = {
        ...failedTest(),
        edges: [inferred('e1', 'e2', 0.8), inferred('e1', 'never', 0.9), inferred('e2', 'e2', 1)],
      };
      for (const again of [batch, batch]) await store.write.commit(again);
      expect(await store.read.causes(['e2', 'never'].map(ref))).toHaveLength(1);
      expect(await store.read.check()).toEqual([]);
    });

    test('a cause that comes later than its effect is found from both ends', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), edges: [inferred('late', 'e2', 0.8)] });
      await store.write.commit(batchOf({ events: [message('late')], offset: 20 }));
      expect((await store.read.causes([ref('e2')])).map(({ cause }) => cause)).toEqual([id('late')]);
      expect((await store.read.effects([ref('late')])).map(({ effect }) => effect)).toEqual([id('e2')]);
    });

    test('what an event was the cause and the effect of goes over to the one that replaces it', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), edges: [inferred('e1', 'e2', 0.8), inferred('e2', 'e4', 0.7)] });
      const elsewhere: EventRef = { tree, event: eventKey(child, 'c1') };
      await store.write.commit({
        ...batchOf({ uid: child, path: '/c.jsonl', events: [message('c1', { session: child, key: elsewhere.event })] }),
        edges: [{ ...inferred('e2', 'e2', 0.6), effect: elsewhere }],
      });
      await store.write.commit({
        ...batchOf({ events: [message('e2 again', { parent: keyOf('e2') })], offset: 20 }),
        replaced: [{ session: uid, old: keyOf('e2'), by: keyOf('e2 again') }],
        edges: [inferred('e1', 'e2 again', 0.9), inferred('e1', 'e2', 0.9)],
      });
      expect((await store.read.causes([ref('e2 again')])).map(({ cause, confidence }) => [cause, confidence])).toEqual([
        [id('e1'), 0.9],
      ]);
      expect((await store.read.effects([ref('e2 again')])).map(({ effect }) => effect)).toEqual([
        id('e4'),
        eventId(elsewhere),
      ]);
      expect(await store.read.causes([ref('e2')])).toEqual([]);
      expect((await store.read.check()).filter((problem) => problem.includes('edges'))).toEqual([]);
    });

    test('they go with everything derived, and with either session that is forgotten', async () => {
      await using store = (await open()).store;
      const theirs: EventRef = { tree: treeKey(other), event: eventKey(other, 'o1') };
      const ofOther = {
        ...batchOf({
          uid: other,
          tree: theirs.tree,
          path: '/o.jsonl',
          events: [message('o1', { session: other, key: theirs.event })],
        }),
      };
      await store.write.commit({ ...failedTest(), edges: [inferred('e1', 'e2', 0.8)] });
      await store.write.commit({ ...ofOther, edges: [{ ...inferred('e1', 'e1', 0.6), effect: theirs }] });
      expect(await store.read.effects([ref('e1')])).toHaveLength(2);

      await store.write.forget([uid]);
      expect(await store.read.causes([theirs, ref('e2')])).toEqual([]);
      await store.write.commit({
        ...ofOther,
        events: [...ofOther.events, message('o2', { session: other })],
        edges: [{ ...inferred('o2', 'o2', 0.5), effect: { tree: theirs.tree, event: keyOf('o2') }, cause: theirs }],
      });
      expect(await store.read.effects([theirs])).toHaveLength(1);
      await store.write.dropDerived();
      expect(await store.read.effects([theirs])).toEqual([]);
    });

    test('a slice is what led to a step, nearest first, with all edges of each step in it', async () => {
      await using store = (await open()).store;
      const chain = range(6).map((n) => call(`s${n}`, { native: `toolu_${n}`, durationMs: n }));
      await store.write.commit({
        ...batchOf({ events: chain }),
        edges: range(5).flatMap((n) => [inferred(`s${n}`, `s${n + 1}`, 0.9), inferred('s0', `s${n + 1}`, 0.2)]),
      });
      const back = await store.read.slice([ref('s5')], 'back', 3);
      expect(back.map(({ step }) => step.id)).toEqual(['s5', 's4', 's0'].map(id));
      expect(back[0]!.edges).toEqual(await store.read.causes([ref('s5')]));
      expect(back[1]!.edges.map(({ cause }) => cause)).toEqual(['s3', 's0'].map(id));
      const {
        id: of,
        session,
        native_id,
        seq,
        at,
        kind,
        act,
        type,
        tool,
        summary,
        failed,
        origin,
        duration_ms,
      } = (await store.read.event(ref('s4')))!;
      expect(back[1]!.step).toEqual({
        id: of,
        session,
        native_id,
        seq,
        at,
        kind,
        act,
        type,
        tool,
        summary,
        failed,
        origin,
        duration_ms,
      });

      const ahead = await store.read.slice([ref('s3')], 'ahead', 10);
      expect(ahead.map(({ step }) => step.id)).toEqual(['s3', 's4', 's5'].map(id));
      expect(ahead[0]!.edges).toEqual(await store.read.effects([ref('s3')]));
      expect(await store.read.slice([ref('never')], 'back', 10)).toEqual([]);
    });

    test('a slice crosses sessions and trees, both ways, also round a circle', async () => {
      await using store = (await open()).store;
      const theirs: EventRef = { tree: treeKey(other), event: eventKey(other, 'o1') };
      await store.write.commit(failedTest());
      await store.write.commit({
        ...batchOf({
          uid: other,
          tree: theirs.tree,
          path: '/o.jsonl',
          events: [message('o1', { session: other, key: theirs.event })],
        }),
        edges: [
          { ...inferred('e1', 'e1', 0.6), effect: theirs },
          { ...inferred('e2', 'e2', 0.5), cause: theirs },
          inferred('e2', 'e1', 0.4),
        ],
      });
      const circle = [id('e2'), eventId(theirs), id('e1')];
      expect((await store.read.slice([ref('e2')], 'back', 10)).map(({ step }) => step.id)).toEqual(circle);
      expect((await store.read.slice([ref('e1')], 'ahead', 10)).map(({ step }) => step.id)).toEqual(
        circle.toReversed(),
      );
      expect((await store.read.slice([theirs], 'back', 1))[0]!.step).toMatchObject({ session: other });
    });

    test('link edges are replaced as a whole, and say where the parent was left', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.commit(
        batchOf({
          uid: child,
          path: '/c.jsonl',
          session: { parent: { uid, relation: 'subagent' } },
          events: [message('c1', { session: child, key: eventKey(child, 'c1') })],
        }),
      );
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
      await store.write.commit({
        ...failedTest(),
        sessions: [{ ...failedTest().sessions[0]!, parent: { uid: other, relation: 'fork' } }],
      });
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

function inferred(cause: string, effect: string, confidence: number): EdgeRow {
  return edge(cause, effect, { basis: 'inferred', types: ['informed'], confidence });
}
