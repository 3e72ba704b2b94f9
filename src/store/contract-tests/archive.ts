import { describe, expect, test } from 'vitest';
import { treeKey } from '../../model/ids.ts';
import type { Batch, FileMark } from '../store.ts';
import {
  uid,
  child,
  other,
  ref,
  message,
  batchOf,
  failedTest,
  piece,
  compressedSize,
  bytesOf,
  everything,
  sum,
  type Open,
} from './cast.ts';

export function archiveContract(open: Open): void {
  describe('archive', () => {
    test('bytes come back across pieces and blocks', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({ pieces: [piece(0, 'Hello, '), piece(7, 'wide '), piece(12, 'world')], bytes: 17 }),
      );
      const text = (from: number, to: number): Promise<string> => bytesOf(store, '/s.jsonl', 0, from, to);
      expect(await text(0, 17)).toBe('Hello, wide world');
      expect(await text(5, 14)).toBe(', wide wo');
      expect(await text(7, 12)).toBe('wide ');
      expect(await text(12, 99)).toBe('world');
      expect(await text(3, 3)).toBe('');
    });

    test('a tail that grew replaces the old one and leaves no block behind', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ pieces: [piece(0, 'first\n'), piece(6, 'sec')], bytes: 9 }));
      await store.write.commit(
        batchOf({
          pieces: [piece(6, 'second\n', 's1'), piece(13, 'third')],
          bytes: 18,
          offset: 13,
          lines: { state: 1 },
        }),
      );
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('first\nsecond\nthird');
      expect(
        (await store.read.pieces('/s.jsonl', 0)).map(({ start, length, lines }) => [start, length, lines]),
      ).toEqual([
        [0, 6, ''],
        [6, 7, 's1'],
        [13, 5, ''],
      ]);
      expect(await store.read.check()).toEqual([]);
      const { bytes } = await store.read.overview();
      expect(bytes).toMatchObject({ source: 18, blocks: sum(['first\n', 'second\n', 'third'].map(compressedSize)) });
    });

    test('a version that is read again keeps the pieces that were not read yet', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({ pieces: [piece(0, 'first\n'), piece(6, 'second\n'), piece(13, 'third')], bytes: 18 }),
      );
      await store.write.dropDerived();
      const { data: _, ...known } = piece(0, 'first\n', 's1');
      await store.write.commit(batchOf({ pieces: [known], bytes: 18, offset: 6, lines: { state: 1 } }));
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('first\nsecond\nthird');
      expect((await store.read.pieces('/s.jsonl', 0)).map(({ lines }) => lines)).toEqual(['s1', '', '']);
      expect(await store.read.check()).toEqual([]);
    });

    test('the same bytes in two files of a tree are kept once, until both are gone', async () => {
      await using store = (await open()).store;
      const shared = 'the same in both';
      await store.write.commit(batchOf({ pieces: [piece(0, shared)], bytes: shared.length }));
      const { data: _, ...known } = piece(0, shared);
      await store.write.commit(batchOf({ path: '/copy.jsonl', uid: child, pieces: [known], bytes: shared.length }));
      expect((await store.read.overview()).bytes).toMatchObject({
        source: 2 * shared.length,
        blocks: compressedSize(shared),
      });

      await store.write.forget([child]);
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe(shared);
      await store.write.forget([uid]);
      expect((await store.read.overview()).bytes).toMatchObject({ source: 0, blocks: 0 });
    });

    test('a rewritten file begins a version, and the old one stays', async () => {
      await using store = (await open()).store;
      await store.write.commit({
        ...batchOf({ pieces: [piece(0, 'old')], bytes: 3, lines: { issue: 1 } }),
        issues: [{ line: 1, offset: 0, reason: 'not-json' }],
      });
      await store.write.commit(batchOf({ version: 1, pieces: [piece(0, 'new!')], bytes: 4 }));
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('old');
      expect(await bytesOf(store, '/s.jsonl', 1, 0, 99)).toBe('new!');
      expect(await store.read.file('/s.jsonl')).toMatchObject({ version: 1, bytes: 4 });
      expect((await store.read.overview()).issues).toEqual([]);
    });

    test("a path that now holds a session of another tree keeps the old one's bytes", async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ pieces: [piece(0, 'old')], bytes: 3 }));
      await store.write.commit(
        batchOf({ uid: other, tree: treeKey(other), version: 1, pieces: [piece(0, 'new!')], bytes: 4 }),
      );
      expect(await store.read.file('/s.jsonl')).toMatchObject({ session: other, version: 1 });
      expect((await Array.fromAsync(store.read.files())).map(({ session }) => session)).toEqual([other]);
      expect((await store.read.filesOf(uid)).map(({ path, version }) => [path, version])).toEqual([['/s.jsonl', 0]]);
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('old');
    });

    test('a mark comes back as it was given, and every file is listed once', async () => {
      await using store = (await open()).store;
      const batch = batchOf({ path: '/b.jsonl', offset: 7, bytes: 9, lines: { mapped: 1, raw: 2 } });
      const mark: FileMark = { ...batch.file, torn: true, state: '{"line":3}', mtimeMs: 1_234.567, size: 9 };
      await store.write.commit({ ...batch, file: mark });
      await store.write.commit(batchOf({ path: '/a.json', role: 'side' }));
      expect(await store.read.file('/b.jsonl')).toEqual({ number: 1, ...mark });
      expect((await Array.fromAsync(store.read.files())).map(({ path }) => path).toSorted()).toEqual([
        '/a.json',
        '/b.jsonl',
      ]);
      expect(await store.read.session(uid)).toMatchObject({ source_path: '/b.jsonl', source_bytes: 9 });
    });

    test('an event knows where its line lies', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ version: 2, events: [message('e1', { offset: 10, length: 20, line: 3 })] }));
      expect(await store.read.place(ref('e1'))).toEqual({
        path: '/s.jsonl',
        version: 2,
        offset: 10,
        length: 20,
        line: 3,
      });
    });

    test('dropping what is derived keeps the archive, and reading it again gives the same', async () => {
      await using store = (await open()).store;
      const whole: Batch = { ...failedTest(), unknown: [{ kind: 'odd', version: '2', count: 1 }] };
      await store.write.commit(whole);
      await store.write.setMeta('last', 'today');
      const before = await everything(store);

      await store.write.dropDerived();
      expect(await store.read.sessions({}, { limit: 10, offset: 0 })).toEqual({ sessions: [], total: 0 });
      expect(await store.read.event(ref('e1'))).toBeUndefined();
      expect(await store.read.treeOf(uid)).toBe(whole.tree);
      expect((await store.read.search({ text: 'failing', limit: 5 })).hits).toEqual([]);
      expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('four lines');
      expect(await store.read.file('/s.jsonl')).toMatchObject({
        bytes: 10,
        offset: 0,
        state: null,
        lines: { mapped: 0 },
      });
      expect(await store.read.meta('last')).toBe('today');
      expect(await store.read.check()).toEqual([]);

      await store.write.commit(whole);
      expect(await everything(store)).toEqual(before);
    });
  });
}
