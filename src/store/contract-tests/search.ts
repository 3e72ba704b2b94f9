import { describe, expect, test } from 'vitest';
import { eventKey, treeKey } from '../../model/ids.ts';
import type { EventRow } from '../store.ts';
import { uid, other, prompt, message, call, batchOf, found, range, type Open } from './cast.ts';

export function searchContract(open: Open): void {
  describe('search', () => {
    test('finds events by all their words, the last one unfinished', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: [
            message('m1', { search: 'The migration of the users table failed' }),
            message('m2', { search: 'the users page' }),
            message('m3', { search: null, summary: 'users, but not to be found' }),
          ],
        }),
      );
      expect(await found(store, 'users')).toEqual(['m1', 'm2']);
      expect(await found(store, 'USERS migra')).toEqual(['m1']);
      expect(await found(store, 'users-page')).toEqual(['m2']);
      expect(await found(store, 'users nowhere')).toEqual([]);
      expect(await store.read.search({ text: 'users', limit: 1 })).toMatchObject({ total: 2, totalIsExact: true });
    });

    test('finds accented words without their accents', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [message('m1', { search: 'Café Zürich' })] }));
      expect(await found(store, 'cafe zurich')).toEqual(['m1']);
      expect(await found(store, 'cafe\u0301 ZÜRICH')).toEqual(['m1']);
    });

    test('finds Chinese, Japanese and Korean inside longer runs', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: [
            message('zh', { search: '修复数据库连接错误' }),
            message('ja', { search: 'データベースの接続エラーを直すfix' }),
            message('ko', { search: '데이터베이스 연결 오류' }),
            message('rare', { search: '𠮷野家' }),
          ],
        }),
      );
      expect(await found(store, '数据库')).toEqual(['zh']);
      expect(await found(store, '误')).toEqual(['zh']);
      expect(await found(store, '连')).toEqual(['zh']);
      expect(await found(store, 'ベース エラー')).toEqual(['ja']);
      expect(await found(store, '直す fix')).toEqual(['ja']);
      expect(await found(store, '베이스')).toEqual(['ko']);
      expect(await found(store, '𠮷野')).toEqual(['rare']);
      expect(await found(store, '库数')).toEqual([]);
    });

    test('filters by agent, repository, session, kind, act, time and failure', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          session: { repo: 'x', cwd: '/home/dev/x', source: 'claude-code', endedAt: 5_000 },
          events: [
            message('m', { search: 'needle', at: 1_000 }),
            call('c', { search: 'needle', at: 5_000, act: 'vcs', kind: 'tool_call', failed: true }),
          ],
        }),
      );
      const away = (key: string): Partial<EventRow> => ({
        session: other,
        key: eventKey(other, key),
        search: 'needle',
      });
      await store.write.commit(
        batchOf({
          uid: other,
          tree: treeKey(other),
          path: '/o.jsonl',
          session: { repo: 'y', source: 'codex', endedAt: 9_000 },
          events: [message('o', { ...away('o'), at: 9_000 })],
        }),
      );
      const hits = async (filter: object): Promise<readonly string[]> =>
        (await store.read.search({ text: 'needle', limit: 10, ...filter })).hits
          .map(({ event }) => event.summary)
          .toSorted();
      expect(await hits({})).toEqual(['c', 'm', 'o']);
      expect(await hits({ source: 'codex' })).toEqual(['o']);
      expect(await hits({ repo: 'x' })).toEqual(['c', 'm']);
      expect(await hits({ repo: '/home/dev' })).toEqual(['c', 'm']);
      expect(await hits({ session: uid })).toEqual(['c', 'm']);
      expect(await hits({ kind: 'tool_call' })).toEqual(['c']);
      expect(await hits({ act: 'vcs' })).toEqual(['c']);
      expect(await hits({ since: 5_000 })).toEqual(['c', 'o']);
      expect(await hits({ failed: true })).toEqual(['c']);
      expect(await hits({ repo: 'x', kind: 'assistant_msg', since: 2_000 })).toEqual([]);
      expect(await store.read.search({ text: 'needle', limit: 10, repo: 'x' })).toMatchObject({
        total: 2,
        totalIsExact: true,
      });
    });

    test('takes any text for words and never for syntax', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [message('m1', { search: 'plain text about NEAR and OR' })] }));
      for (const text of hostile) await expect(store.read.search({ text, limit: 5 })).resolves.toBeDefined();
      expect(await found(store, 'text NEAR')).toEqual(['m1']);
      expect(await found(store, '"plain" (text*')).toEqual(['m1']);
      expect(await found(store, 'plain OR nothing')).toEqual([]);
      expect(await found(store, '  ')).toEqual([]);
    });

    test('a newer hit comes before an equal older one, and what people said before what tools did', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: [
            message('old', { search: 'same words' }),
            message('new', { search: 'same words' }),
            { ...prompt('said'), search: 'same words' },
            ...range(3).map((n) => call(`c${n}`, { search: 'same words' })),
          ],
        }),
      );
      const { hits } = await store.read.search({ text: 'same words', limit: 10 });
      const order = hits.map(({ event }) => event.summary);
      expect(order[0]).toBe('said');
      expect(order.indexOf('new')).toBeLessThan(order.indexOf('old'));
      expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
    });

    test('a word that is everywhere is cut, and the answer says so', async () => {
      await using store = (await open()).store;
      for (const round of range(3)) {
        await store.write.commit(
          batchOf({
            offset: (round + 1) * 100,
            events: range(4_000).map((n) =>
              message(`m${round}-${n}`, { search: n === 0 ? 'everywhere once' : 'everywhere' }),
            ),
          }),
        );
      }
      const answer = await store.read.search({ text: 'everywhere', limit: 20 });
      expect(answer.hits).toHaveLength(20);
      expect(answer).toMatchObject({ total: 10_000, totalIsExact: false });
      expect(await store.read.search({ text: 'everywhere once', limit: 1 })).toMatchObject({
        total: 3,
        totalIsExact: true,
      });
    });
  });
}

const hostile = [
  '"',
  '""',
  "'",
  '*',
  'a*',
  '**',
  '(',
  ')',
  'a AND',
  'AND',
  'OR NOT',
  'NEAR(a b)',
  'a NEAR/3 b',
  'text:plain',
  '-plain',
  '^plain',
  'plain + text',
  '{a b}',
  'a"b',
  "'; drop table event; --",
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00x',
  '\u202e',
  '\u0301',
  'e\u0301*',
  'x'.repeat(10_000),
  'a '.repeat(1_000),
  '\u{1F600}',
  '\u0915\u094D\u0937',
  '\u{1E900}',
  '．',
  '・',
  'ア・イ',
  '％',
  '\\',
  '?1',
  '$x',
  ':y',
  '@z',
];
