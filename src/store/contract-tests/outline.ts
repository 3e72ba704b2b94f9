import { describe, expect, test } from 'vitest';
import type { ChainRow } from '../store.ts';
import {
  batchOf,
  call,
  child,
  edge,
  failedTest,
  keyOf,
  message,
  ref,
  tree,
  uid,
  id,
  start,
  type Open,
} from './cast.ts';

export function outlineContract(open: Open): void {
  describe('outline', () => {
    test('steps are returned in brief, in order and by the page', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const steps = await store.read.outline(uid, { after: 0, limit: 10 });
      expect(steps).toEqual([
        {
          seq: 1,
          event: keyOf('e1'),
          at: start + 1_000,
          kind: 'user_msg',
          type: null,
          act: null,
          tool: null,
          origin: 'human',
          failed: false,
          durationMs: null,
        },
        {
          seq: 2,
          event: keyOf('e2'),
          at: start + 2_000,
          kind: 'test_run',
          type: 'shell',
          act: 'check',
          tool: 'Bash',
          origin: null,
          failed: true,
          durationMs: 1_234,
        },
      ]);
      expect(await store.read.outline(uid, { after: 0, limit: 1 })).toEqual(steps.slice(0, 1));
      expect(await store.read.outline(uid, { after: 1, limit: 10 })).toEqual(steps.slice(1));
      expect(await store.read.outline(child, { after: 0, limit: 10 })).toEqual([]);

      const keys = steps.map(({ event }) => event);
      expect(await store.read.outlineOf(uid, [...keys.toReversed(), 7])).toEqual(steps);
      expect(await store.read.outlineOf(child, keys)).toEqual([]);
      const calls = steps.filter(({ tool }) => tool !== null).map(({ seq }) => seq);
      expect(await store.read.callsAfter(uid, { after: 0, limit: 10 })).toEqual(calls);
      expect(await store.read.callsAfter(uid, { after: 0, limit: 1 })).toEqual(calls.slice(0, 1));
      expect(await store.read.callsAfter(uid, { after: calls[0]!, limit: 10 })).toEqual(calls.slice(1));
      expect(await store.read.callsAfter(child, { after: 0, limit: 10 })).toEqual([]);
    });

    test('calls are found by what they did, unless they failed', async () => {
      await using store = (await open()).store;
      const marked = (name: string, marks: readonly string[], failed = false) => ({ ...call(name), marks, failed });
      await store.write.commit(
        batchOf({
          events: [
            marked('made', ['edit src/50%_a.ts', 'run npm test']),
            marked('failed', ['edit src/50%_a.ts'], true),
            marked('other', ['edit src/50x.ts']),
          ],
        }),
      );
      const found = await store.read.markedCalls(uid, { after: 0, limit: 10, containing: '50%_a.ts' });
      expect(found).toEqual([{ seq: 1, id: id('made'), at: null, marks: ['edit src/50%_a.ts', 'run npm test'] }]);
      expect(
        (await store.read.markedCalls(uid, { after: 1, limit: 10, containing: 'edit ' })).map(({ seq }) => seq),
      ).toEqual([3]);
      expect(await store.read.markedCalls(child, { after: 0, limit: 10, containing: 'edit ' })).toEqual([]);
    });

    test('every edge is returned, by its place here or by its id elsewhere', async () => {
      await using store = (await open()).store;
      await store.write.commit({
        ...failedTest(),
        edges: [
          edge('e1', 'e2', { basis: 'inferred', confidence: 0.75, types: ['informed', 'asked'] }),
          edge('late', 'e2', { basis: 'inferred', confidence: 0.5, types: ['reacted'] }),
        ],
      });
      await store.write.commit(batchOf({ events: [message('late'), call('last')], offset: 20 }));
      await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2', { types: ['continued'] }), edge('e2', 'last')]);
      const byCause = (a: { readonly cause: number | null; readonly basis: string }, b: typeof a) =>
        (a.cause ?? 99) - (b.cause ?? 99) || Number(a.basis === 'recorded') - Number(b.basis === 'recorded');
      expect([...(await store.read.outlineEdges(uid, { after: 0, until: 2 }))].sort(byCause)).toEqual([
        { effect: 2, cause: 1, far: null, type: 'informed', basis: 'inferred', confidence: 750 },
        { effect: 2, cause: 1, far: null, type: 'continued', basis: 'recorded', confidence: 1000 },
        { effect: 2, cause: null, far: ref('late'), type: 'reacted', basis: 'inferred', confidence: 500 },
      ]);
      expect(
        (await store.read.outlineEdges(uid, { after: 2, until: 99 })).map(({ effect, cause }) => [effect, cause]),
      ).toEqual([[6, 2]]);
      expect(await store.read.outlineEdges(child, { after: 0, until: 99 })).toEqual([]);
    });

    test('failures are returned without their texts, ordered by their keys', async () => {
      await using store = (await open()).store;
      const batch = {
        ...failedTest(),
        chains: [
          failure('e2', {
            state: 'resolved',
            resolvedAt: start + 60_000,
            culprit: [ref('e1')],
            verifiedBy: ref('e4'),
            attempts: [attempt('e4', false), attempt('e1', true)],
          }),
          failure('e1', {}),
        ],
      };
      await store.write.commit(batch);
      await store.write.annotateChain(
        { tree, chain: keyOf('e2') },
        { attempt: { ...attempt('word', null), id: { tree, event: 7 } } },
      );
      const all = await store.read.outlineChains(uid, { after: 0, limit: 10 });
      expect(all.map(({ chain }) => chain)).toEqual([keyOf('e1'), keyOf('e2')].toSorted((a, b) => a - b));
      expect(all.find(({ chain }) => chain === keyOf('e2'))).toEqual({
        tree,
        chain: keyOf('e2'),
        kind: 'real',
        state: 'resolved',
        type: 'exit 1',
        fingerprint: 'it broke',
        at: start + 2_000,
        resolvedAt: start + 60_000,
        culprit: [id('e1')],
        verifiedBy: id('e4'),
        attempts: [
          { event: keyOf('e4'), successful: false },
          { event: keyOf('e1'), successful: true },
        ],
      });
      expect(await store.read.outlineChains(uid, { after: all[0]!.chain, limit: 10 })).toEqual(all.slice(1));
      expect(await store.read.outlineChains(uid, { after: 0, limit: 1 })).toEqual(all.slice(0, 1));
    });
  });
}

function attempt(name: string, successful: boolean | null): ChainRow['attempts'][number] {
  return { id: ref(name), action: name, codeChanges: null, successful, marks: [], at: start };
}

function failure(name: string, row: Partial<ChainRow>): ChainRow {
  return {
    tree,
    chain: keyOf(name),
    basis: 'mined',
    session: uid,
    kind: 'real',
    type: 'exit 1',
    message: 'it broke',
    fingerprint: 'it broke',
    also: [],
    action: name,
    marks: [],
    context: null,
    at: start + 2_000,
    state: 'open',
    resolvedAt: null,
    verifiedBy: null,
    culprit: [],
    attempts: [],
    ...row,
  };
}
