import { describe, expect, test } from 'vitest';
import type { Digest } from '../../model/digest.ts';
import { isEvictable } from '../../model/session.ts';
import { schemaVersion } from '../../model/schema-version.ts';
import { eventKey, sessionUid, type SessionUid } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import type { Eviction, Store } from '../store.ts';
import {
  batchOf,
  bytesOf,
  edge,
  eventRow,
  failedTest,
  found,
  id,
  message,
  piece,
  prompt,
  ref,
  sessionOf,
  start,
  tally,
  tree,
  uid,
  type Open,
} from './cast.ts';

export function digestsContract(open: Open): void {
  describe('digests', () => {
    test('a session wants a digest until it has one, and again when it has grown', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      expect(await store.write.unanalyzed(10)).toEqual([uid]);
      expect(await store.read.session(uid)).toMatchObject({ outcome: 'unknown', watermarks: { analyzed: null } });

      await store.write.putDigest(digestOf(uid, 'failed'), start + 9_000);
      expect(await store.write.unanalyzed(10)).toEqual([]);
      expect(await store.read.digest(uid)).toEqual(digestOf(uid, 'failed'));
      expect(await store.read.session(uid)).toMatchObject({
        outcome: 'failed',
        watermarks: { analyzed: '2025-01-01T00:00:09.000Z' },
      });

      await store.write.commit(batchOf({ offset: 20, events: [message('e5')] }));
      expect(await store.write.unanalyzed(10)).toEqual([uid]);
      expect(await store.read.digest(uid)).toBeUndefined();
    });

    test('a session needs a new digest when another records that it returned, or continues it', async () => {
      await using store = (await open()).store;
      const child = sessionUid('claude', 'one/agent');
      await store.write.commit(failedTest());
      await store.write.commit(
        batchOf({
          uid: child,
          path: '/c.jsonl',
          session: { parent: { uid, relation: 'subagent' } },
          events: [message('c1', { session: child, key: eventKey(child, 'c1') })],
        }),
      );
      expect(await store.read.surroundings(child)).toMatchObject({ returned: false });
      for (const each of [uid, child]) await store.write.putDigest(digestOf(each), start);
      expect(await store.write.unanalyzed(10)).toEqual([]);

      await store.write.commit({
        ...batchOf({ offset: 20 }),
        sessions: [],
        links: [{ type: 'returned', child, parent: uid, call: '', from: null, to: null, beforeLine: null }],
      });
      expect((await store.write.unanalyzed(10)).toSorted(byName)).toEqual([uid, child].toSorted(byName));
      expect(await store.read.surroundings(child)).toMatchObject({ returned: true, recordedOutcome: 'unknown' });
      expect(await store.read.surroundings(uid)).toMatchObject({
        goesOn: null,
        subagents: { total: 1, items: [{ session: child, returned: true }] },
      });

      for (const each of [uid, child]) await store.write.putDigest(digestOf(each), start);
      const resumed = sessionUid('claude', 'two');
      await store.write.commit(
        batchOf({ uid: resumed, path: '/d.jsonl', session: { parent: { uid, relation: 'resume' } } }),
      );
      expect(await store.write.unanalyzed(10)).toContain(uid);
      expect(await store.read.surroundings(uid)).toMatchObject({ goesOn: resumed });
    });

    test('sessions can be asked for by how they ended, and their digests be read together', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const endings = async (outcome: Outcome) =>
        (await store.read.sessions({ outcome }, { limit: 9, offset: 0 })).sessions.map((session) => session.uid);
      expect(await endings('unknown')).toEqual([uid]);
      await store.write.putDigest(digestOf(uid, 'failed'), start);
      expect([await endings('failed'), await endings('unknown')]).toEqual([[uid], []]);
      expect(await store.read.digests({ outcome: 'failed' }, { limit: 9, offset: 0 })).toMatchObject([
        { digest: { session: uid } },
      ]);
      expect(await store.read.digests({ outcome: 'success' }, { limit: 9, offset: 0 })).toEqual([]);
      // The outcome its agent recorded counts.
      await store.write.commit(batchOf({ offset: 20, session: { outcome: 'abandoned' } }));
      expect([await endings('failed'), await endings('abandoned')]).toEqual([[], [uid]]);
    });

    test('what an agent says of its own end counts', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ session: { outcome: 'abandoned' } }));
      await store.write.putDigest(digestOf(uid, 'success'), start);
      expect(await store.read.session(uid)).toMatchObject({ outcome: 'abandoned' });
    });

    test('goes with everything derived, and with its session', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putDigest(digestOf(uid), start);
      await store.write.dropDerived();
      await store.write.commit(failedTest());
      expect(await store.read.digest(uid)).toBeUndefined();
      await store.write.putDigest(digestOf(uid), start);
      await store.write.forget([uid]);
      expect(await store.read.digest(uid)).toBeUndefined();
    });

    test('one for a session nobody knows is left out', async () => {
      await using store = (await open()).store;
      await store.write.putDigest(digestOf(uid), start);
      expect(await store.read.digest(uid)).toBeUndefined();
    });
  });

  describe('what a call did and what it cost', () => {
    test('comes back, and is replaced by a fuller record', async () => {
      await using store = (await open()).store;
      const more = {
        marks: ['edit src/a.ts', 'run npm test'],
        model: 'opus',
        usd: 0.25,
        tokens: { input: 1, output: 2, cache_read: 0, cache_write: 0 },
      };
      await store.write.commit(batchOf({ events: [eventRow('c', more)] }));
      expect(await store.read.event(ref('c'))).toMatchObject(more);
      const row = eventRow('c', { ...more, marks: ['edit src/b.ts'], model: null, usd: 0.5 });
      await store.write.commit({ ...batchOf({ offset: 20 }), again: [{ row, tree, how: 'fuller' }] });
      expect(await store.read.event(ref('c'))).toMatchObject({ marks: ['edit src/b.ts'], model: 'opus', usd: 0.5 });
    });

    test('the last events come newest first, before a place and of some kinds', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const recent = async (page: Parameters<Store['read']['recentEvents']>[1]) =>
        (await store.read.recentEvents(uid, page)).map(({ seq }) => seq);
      expect(await recent({ limit: 3 })).toEqual([4, 3, 2]);
      expect(await recent({ limit: 3, before: 3 })).toEqual([2, 1]);
      expect(await recent({ limit: 3, kinds: ['error', 'user_msg'] })).toEqual([3, 1]);
    });
  });

  describe('evict', () => {
    test('lets the bytes go and keeps what was learned', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2')]);
      await store.write.putDigest(digestOf(uid), start);
      const [candidate] = await store.read.evictable(10);
      expect(candidate).toMatchObject({ uid, endedAt: start + 4_000 });
      expect(isEvictable((await store.read.session(uid))!)).toBe(true);

      expect(await store.write.evict([uid], { ...how, at: start + 60_000 })).toEqual({
        sessions: [uid],
        bytes: candidate!.bytes,
      });
      await expect(bytesOf(store, '/s.jsonl', 0, 0, 10)).rejects.toMatchObject({ code: 'payload-evicted' });
      expect(await store.read.session(uid)).toMatchObject({
        events: 4,
        source_bytes: 10,
        watermarks: { evicted: '2025-01-01T00:01:00.000Z' },
      });
      expect(isEvictable((await store.read.session(uid))!)).toBe(false);
      expect(await store.read.event(ref('e2'))).toMatchObject({ payload_ref: null });
      expect(await store.read.causes([ref('e2')])).toHaveLength(1);
      expect(await store.read.digest(uid)).toEqual(digestOf(uid));
      expect(await found(store, 'failing')).toEqual(['1 failing']);
      expect((await store.read.overview()).bytes.blocks).toBe(0);
      expect(await store.read.evictable(10)).toEqual([]);
      expect(await store.write.evict([uid], how)).toEqual({ sessions: [], bytes: 0 });
      expect(await store.read.check()).toEqual([]);
    });

    test('leaves alone what has no digest, and what shares a file with such', async () => {
      await using store = (await open()).store;
      const side = sessionUid('claude', 'one/side-1');
      const batch = batchOf({
        events: [prompt('e1'), message('s1', { session: side, key: eventKey(side, 's1') })],
        pieces: [piece(0, 'four lines')],
        bytes: 10,
      });
      await store.write.commit({
        ...batch,
        sessions: [...batch.sessions, { ...sessionOf(side, {}), add: tally({ events: 1 }) }],
      });
      await store.write.putDigest(digestOf(uid), start);
      expect(await store.write.evict([uid], how)).toEqual({ sessions: [], bytes: 0 });
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 10)).toBe('four lines');

      await store.write.putDigest(digestOf(side), start);
      expect((await store.write.evict([uid], how)).sessions.toSorted()).toEqual([uid, side].toSorted());
    });

    test('keeps blocks that another session of the tree holds too', async () => {
      await using store = (await open()).store;
      const fork = sessionUid('claude', 'fork');
      await store.write.commit(failedTest());
      await store.write.commit(
        batchOf({ uid: fork, path: '/fork.jsonl', pieces: [piece(0, 'four lines')], bytes: 10 }),
      );
      await store.write.putDigest(digestOf(uid), start);
      expect(await store.write.evict([uid], how)).toEqual({ sessions: [uid], bytes: 0 });
      expect(await bytesOf(store, '/fork.jsonl', 0, 0, 10)).toBe('four lines');
    });

    test('what was learned from bytes that are gone outlives a rebuild', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2')]);
      await store.write.putDigest(digestOf(uid), start);
      await store.write.evict([uid], how);
      await store.write.dropDerived();
      expect(await store.read.events(uid, { after: 0, limit: 10 })).toHaveLength(4);
      expect(await store.read.causes([ref('e2')])).toHaveLength(1);
      expect(await store.read.digest(uid)).toEqual(digestOf(uid));
      expect(await found(store, 'failing')).toEqual(['1 failing']);
      expect(await store.read.file('/s.jsonl')).toMatchObject({ offset: 10, lines: { mapped: 4 }, evicted: true });
      expect(await store.read.check()).toEqual([]);
    });

    test('bytes that come again are taken back, and no others', async () => {
      await using store = (await open()).store;
      const batch = failedTest();
      await store.write.commit({ ...batch, file: { ...batch.file, state: '{"reader":1}' } });
      await store.write.putDigest(digestOf(uid), start);
      await store.write.evict([uid], how);
      expect(await store.read.file('/s.jsonl')).toMatchObject({ state: 'short: {"reader":1}', evicted: true });

      await store.write.restoreBytes('/s.jsonl', [piece(0, 'four lied!')]);
      await expect(bytesOf(store, '/s.jsonl', 0, 0, 10)).rejects.toMatchObject({ code: 'payload-evicted' });
      await store.write.restoreBytes('/s.jsonl', [piece(0, 'four lines')]);
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 10)).toBe('four lines');
      expect(await store.read.session(uid)).toMatchObject({ watermarks: { evicted: null } });
      const { evicted, ...mark } = (await store.read.file('/s.jsonl'))!;
      expect({ evicted, state: mark.state }).toEqual({ evicted: undefined, state: 'short: {"reader":1}' });
      expect(await store.read.check()).toEqual([]);
    });

    test('a file that was written anew since leaves nothing of what it was', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putDigest(digestOf(uid), start);
      await store.write.evict([uid], how);
      await store.write.commit(batchOf({ version: 1, bytes: 3, offset: 3, pieces: [piece(0, 'new')] }));
      expect(await bytesOf(store, '/s.jsonl', 1, 0, 3)).toBe('new');
      await expect(bytesOf(store, '/s.jsonl', 0, 0, 10)).rejects.toMatchObject({ code: 'payload-evicted' });
      expect(await store.read.check()).toEqual([]);
    });
  });
}

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}

const how: Eviction = { at: start, shortened: (state) => `short: ${state}` };

function digestOf(session: SessionUid, what: Digest['outcome']['what'] = 'success'): Digest {
  const none = { total: 0, items: [] };
  return {
    schema_version: schemaVersion,
    session,
    outcome: { what, reason: 'its tests passed', step: id('e2') as Digest['outcome']['step'] },
    cost: { wall_clock_s: 1, turns: 1, retries: 0, models: [] },
    asks: none,
    files: none,
    commands: none,
    delivered: none,
    decisions: none,
    errors: none,
    skills: none,
    subagents: none,
    left_open: none,
  };
}
