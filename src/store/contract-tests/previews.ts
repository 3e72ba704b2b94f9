import { describe, expect, test } from 'vitest';
import type { Digest } from '../../model/digest.ts';
import { keyOf as textKey, sessionUid, type SessionUid } from '../../model/ids.ts';
import type { ChainState, ErrorKind } from '../../model/words.ts';
import type { Batch, ChainRow } from '../store.ts';
import { batchOf, call, failedTest, keyOf, sessionAt, start, tree, uid, type Open } from './cast.ts';

export function previewsContract(open: Open): void {
  describe('what a list shows', () => {
    test('sessions are found by any words people know them by, in capitals or not', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        sessionAt('a', start, { title: 'Ähnliche Preise finden', repo: 'Shop', branch: 'fix/total', model: 'opus-5' }),
      );
      await store.write.commit(
        sessionAt('b', start + 1, { title: 'title', customTitle: 'My 100% Shop_x', model: 'gpt-6' }),
      );
      await store.write.commit(sessionAt('c', start + 2, { firstWords: { text: 'Say hello', rank: 3 } }));
      const found = async (text: string) =>
        (await store.read.sessions({ text }, { limit: 10, offset: 0 })).sessions.map((session) => session.native_id);
      expect(await found('shop')).toEqual(['b', 'a']);
      expect(await found('PREISE SHOP')).toEqual(['a']);
      expect(await found('ähnliche')).toEqual(['a']);
      expect(await found('100%')).toEqual(['b']);
      expect(await found('p_x')).toEqual(['b']);
      expect(await found('title')).toEqual([]);
      expect(await found('FIX/T')).toEqual(['a']);
      expect(await found('opus')).toEqual(['a']);
      expect(await found('claude:C')).toEqual(['c']);
      expect(await found('hello')).toEqual(['c']);
      expect(await found("nothing'of")).toEqual([]);
      expect(await found('  ')).toHaveLength(3);
      expect((await store.read.sessions({ text: 'shop' }, { limit: 1, offset: 0 })).total).toBe(2);
      expect(
        (await store.read.sessions({ model: 'gpt-6' }, { limit: 10, offset: 0 })).sessions.map(
          (session) => session.native_id,
        ),
      ).toEqual(['b']);
    });

    test('what came of a session is counted, at any depth, and can be listed', async () => {
      await using store = (await open()).store;
      const [root, one, two, deep] = ['root', 'one', 'two', 'deep'].map((name) => sessionUid('claude', name)) as [
        SessionUid,
        SessionUid,
        SessionUid,
        SessionUid,
      ];
      await store.write.commit(sessionAt('root', start));
      for (const [name, parent] of [
        ['one', root],
        ['two', root],
        ['deep', one],
      ] as const)
        await store.write.commit(sessionAt(name, start + 5, { parent: { uid: parent, relation: 'subagent' } }));
      const [ofOne, ofRoot, ofDeep] = await store.read.previews([one, root, deep]);
      expect(ofOne).toMatchObject({ uid: one, children: 1, descendants: [deep] });
      expect(ofRoot).toMatchObject({ uid: root, children: 2 });
      expect(ofRoot!.descendants.toSorted()).toEqual([deep, one, two].toSorted());
      expect(ofDeep).toEqual({
        uid: deep,
        children: 0,
        descendants: [],
        outcome_reason: null,
        edited: null,
        activity: null,
      });
      expect(
        (await store.read.sessions({ parent: root }, { limit: 10, offset: 0 })).sessions
          .map((session) => session.uid)
          .toSorted(),
      ).toEqual([one, two].toSorted());
      expect(await store.read.previews([])).toEqual([]);
    });

    test('sessions that name each other as parent are no trouble', async () => {
      await using store = (await open()).store;
      const [a, b] = [sessionUid('claude', 'a'), sessionUid('claude', 'b')];
      await store.write.commit(sessionAt('a', start, { parent: { uid: b, relation: 'fork' } }));
      await store.write.commit(sessionAt('b', start, { parent: { uid: a, relation: 'fork' } }));
      expect((await store.read.previews([a])).map(({ children, descendants }) => [children, descendants])).toEqual([
        [1, [b]],
      ]);
    });

    test('failures of a session are the real ones, and those of them that are open, whatever else failed', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        fourCalls([
          chain('e1', 'real', 'open'),
          chain('e2', 'real', 'failed'),
          chain('e3', 'benign', 'open'),
          chain('e4', 'real', 'resolved'),
        ]),
      );
      expect(await store.read.session(uid)).toMatchObject({ errors: 3, open_errors: 2 });
      expect((await store.read.sessions({ failed: true }, { limit: 9, offset: 0 })).total).toBe(1);
      expect(await store.read.workDays({ since: 0, until: start * 2 }, 0)).toMatchObject([
        { errors: 3, openErrors: 2 },
      ]);
      expect((await store.read.overview()).sources).toMatchObject([{ errors: 3 }]);
    });

    test('a fingerprint was seen before some time or it was not, and was left open or was not', async () => {
      await using store = (await open()).store;
      const chains = [
        chain('e1', 'real', 'open'),
        chain('e2', 'real', 'resolved'),
        chain('e3', 'benign', 'open'),
        { ...chain('e4', 'real', 'open'), at: start + 5_000 },
      ];
      await store.write.commit(fourCalls(chains));
      const seen = await store.read.seenBefore(['e1', 'e2', 'e3', 'e4', 'never'].map(textKey), start + 5_000);
      expect(seen.toSorted((a, b) => a.fingerprint - b.fingerprint)).toEqual(
        [
          { fingerprint: textKey('e1'), wasOpen: true },
          { fingerprint: textKey('e2'), wasOpen: false },
          { fingerprint: textKey('e3'), wasOpen: false },
        ].toSorted((a, b) => a.fingerprint - b.fingerprint),
      );
      expect(await store.read.seenBefore([], start)).toEqual([]);
    });

    test('values of its digest are shown, also when the session has grown, and nothing where an older one lacks them', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const activity = { from: '2025-01-01T00:00:01.000Z', seconds: 1, steps: [1, 1], failures: [0, 1] };
      await store.write.putDigest(
        { session: uid, outcome: { what: 'failed' }, edited: 3, activity } as unknown as Digest,
        start,
      );
      await store.write.commit({
        ...sessionAt('new', start),
        sessions: [{ ...failedTest().sessions[0]!, add: { ...failedTest().sessions[0]!.add, events: 1 } }],
        tree,
      });
      expect((await store.read.previews([uid]))[0]).toMatchObject({ edited: 3, activity });
      const other = sessionAt('old', start);
      await store.write.commit(other);
      await store.write.putDigest(
        { session: other.sessions[0]!.uid, outcome: { what: 'failed' } } as unknown as Digest,
        start,
      );
      expect((await store.read.previews([other.sessions[0]!.uid]))[0]).toMatchObject({ edited: null, activity: null });
    });
  });
}

function fourCalls(chains: readonly ChainRow[]): Batch {
  const events = ['e1', 'e2', 'e3', 'e4'].map((name) => call(name, { at: start }));
  return { ...batchOf({ events, session: { startedAt: start, endedAt: start } }), chains };
}

function chain(name: string, kind: ErrorKind, state: ChainState): ChainRow {
  return {
    tree,
    chain: keyOf(name),
    basis: 'mined',
    session: uid,
    kind,
    type: 'exit 1',
    message: name,
    fingerprint: name,
    also: [],
    action: name,
    marks: [],
    context: null,
    at: start,
    state,
    resolvedAt: null,
    verifiedBy: null,
    culprit: [],
    attempts: [],
  };
}
