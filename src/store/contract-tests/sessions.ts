import { describe, expect, test } from 'vitest';
import { sessionUid, treeKey } from '../../model/ids.ts';
import { titleRanks } from '../rows/title-ranks.ts';
import type { SessionRow, Store } from '../store.ts';
import { tally, sessionAt, type Open } from './cast.ts';

export function sessionsContract(open: Open): void {
  describe('sessions', () => {
    test('are listed newest first, a page at a time, with their total', async () => {
      await using store = (await open()).store;
      for (const [at, name] of ['a', 'b', 'c'].entries()) await store.write.commit(sessionAt(name, (at + 1) * 1_000));
      const { sessions, total } = await store.read.sessions({}, { limit: 2, offset: 0 });
      expect([sessions.map((session) => session.native_id), total]).toEqual([['c', 'b'], 3]);
      expect(
        (await store.read.sessions({}, { limit: 2, offset: 2 })).sessions.map((session) => session.native_id),
      ).toEqual(['a']);
    });

    test('wait for a detail of their title until it is decided, and again when they grow or another has the same', async () => {
      await using store = (await open()).store;
      const titled = (name: string, text: string, more: Partial<SessionRow> = {}) =>
        sessionAt(name, 1_000, { firstWords: { text, rank: titleRanks.asked }, ...more });
      await store.write.commit(titled('a', 'Do the tasks'));
      await store.write.commit(titled('b', 'Fix the cart', { customTitle: 'Cart' }));
      await store.write.commit(
        titled('c', 'Read it', { parent: { uid: sessionUid('claude', 'a'), relation: 'subagent' } }),
      );
      const a = { session: sessionUid('claude', 'a'), title: 'Do the tasks' };
      expect(await store.write.undetailedTitles()).toEqual([{ ...a, isShared: false }]);
      await store.write.putTitleDetails([{ session: a.session, detail: '' }]);
      expect(await store.write.undetailedTitles()).toEqual([]);

      await store.write.commit(titled('d', 'Do the tasks'));
      const d = { session: sessionUid('claude', 'd'), title: 'Do the tasks' };
      expect(await store.write.undetailedTitles()).toEqual([
        { ...a, isShared: true },
        { ...d, isShared: true },
      ]);
      await store.write.putTitleDetails([
        { session: a.session, detail: 'Added a test' },
        { session: d.session, detail: 'Rounded it' },
      ]);
      expect(await store.write.undetailedTitles()).toEqual([]);
      expect((await store.read.session(a.session))?.title).toBe('Added a test — Do the tasks');
      expect((await store.read.sessions({ text: 'rounded' }, { limit: 5, offset: 0 })).total).toBe(1);

      await store.write.commit(titled('d', 'Do the tasks', { endedAt: 2_000 }));
      expect(await store.write.undetailedTitles()).toEqual([{ ...d, isShared: true }]);
      expect((await store.read.session(d.session))?.title).toBe('Do the tasks');
    });

    test('of one folder can be moved to the repository above it', async () => {
      await using store = (await open()).store;
      await store.write.commit(sessionAt('a', 1_000, { repo: 'x', cwd: '/home/dev/x', branch: 'main' }));
      await store.write.commit(sessionAt('b', 2_000, { repo: 'deep', cwd: '/home/dev/x/deep' }));
      expect(await store.write.folders()).toEqual([
        { workspace: 'local', cwd: '/home/dev/x', repo: 'x', hasBranch: true, sessions: 1 },
        { workspace: 'local', cwd: '/home/dev/x/deep', repo: 'deep', hasBranch: false, sessions: 1 },
      ]);
      await store.write.moveFolders([{ workspace: 'local', cwd: '/home/dev/x/deep', from: 'deep', to: 'x' }]);
      expect((await store.read.sessions({ repo: 'x' }, { limit: 9, offset: 0 })).total).toBe(2);
    });

    test('are filtered by agent, repository, time, failure, place in the tree, and emptiness', async () => {
      await using store = (await open()).store;
      await store.write.commit(sessionAt('a', 1_000, { repo: 'x', cwd: '/home/dev/x', source: 'codex' }));
      await store.write.commit(
        sessionAt('b', 2_000, { repo: 'y', cwd: '/home/dev/x2/deep', add: tally({ events: 3 }) }),
      );
      await store.write.commit(
        sessionAt('c', 3_000, { parent: { uid: sessionUid('claude', 'b'), relation: 'subagent' }, workspace: 'team' }),
      );
      await store.write.commit(
        sessionAt('d', 4_000, { parent: { uid: sessionUid('claude', 'gone'), relation: 'fork' } }),
      );
      const list = async (filter: Parameters<Store['read']['sessions']>[0]): Promise<string> => {
        const { sessions, total } = await store.read.sessions(filter, { limit: 10, offset: 0 });
        expect(total).toBe(sessions.length);
        return sessions.map((session) => session.native_id).join('');
      };
      expect(await list({ source: 'codex' })).toBe('a');
      expect(await list({ repo: 'y' })).toBe('b');
      // A path means that folder and below, not folders whose names begin alike.
      expect(await list({ repo: '/home/dev/x' })).toBe('a');
      expect(await list({ repo: '/home/dev/x2/' })).toBe('b');
      expect(await list({ repo: '/home/dev/x2/deep/er' })).toBe('');
      expect(await list({ since: 3_000 })).toBe('dc');
      expect(await list({ until: 2_000 })).toBe('ba');
      expect(await list({ endedBy: 2_000 })).toBe('ba');
      expect(await list({ sort: 'steps' })).toHaveLength(4);
      expect(await list({ failed: true })).toBe('');
      expect(await list({ topLevel: true })).toBe('dba');
      expect(await list({ notEmpty: true })).toBe('b');
      expect(await list({ workspace: 'team' })).toBe('c');
      expect((await store.read.children(sessionUid('claude', 'b'), 10)).map((session) => session.native_id)).toEqual([
        'c',
      ]);
    });

    test('have a field of work and a ticket, the latest that is stated', async () => {
      await using store = (await open()).store;
      await store.write.commit(sessionAt('a', 1_000, { domain: 'payments', taskRef: 'PAY-1' }));
      await store.write.commit(sessionAt('a', 2_000, { taskRef: 'PAY-2' }));
      await store.write.commit(sessionAt('a', 3_000));
      expect(await store.read.session(sessionUid('claude', 'a'))).toMatchObject({
        schema_version: 2,
        domain: 'payments',
        task_ref: 'PAY-2',
      });
    });

    test('are found by uid or native id, whole or begun; a whole one wins', async () => {
      await using store = (await open()).store;
      for (const name of ['abc', 'abcd', 'xyz']) await store.write.commit(sessionAt(name, 1_000));
      const find = async (prefix: string): Promise<readonly string[]> =>
        (await store.read.findSessions(prefix, 10)).map((session) => session.native_id);
      expect(await find('claude:abc')).toEqual(['abc']);
      expect(await find('abc')).toEqual(['abc']);
      expect(await find('ab')).toEqual(['abc', 'abcd']);
      expect(await find('claude:x')).toEqual(['xyz']);
      expect(await find('%')).toEqual([]);
      expect(await find('')).toEqual([]);
      expect(await store.read.treeOf(sessionUid('claude', 'xyz'))).toBe(treeKey(sessionUid('claude', 'xyz')));
    });
  });
}
