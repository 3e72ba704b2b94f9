import { describe, expect, test } from 'vitest';
import { treeKey } from '../../model/ids.ts';
import type { StemmaError } from '../../model/stemma-error.ts';
import { child, other, tally, batchOf, failedTest, piece, everything, type Open } from './cast.ts';

export function itselfContract(open: Open): void {
  describe('the store itself', () => {
    test('an overview adds up what each agent left', async () => {
      await using store = (await open()).store;
      await store.write.commit({
        ...failedTest(),
        unknown: [
          { kind: 'system/odd', version: '2.1', count: 2 },
          { kind: 'odder', version: null, count: 1 },
        ],
        issues: [
          { line: 3, offset: 30, reason: 'not-json' },
          { line: 9, offset: 90, reason: 'not-json' },
        ],
      });
      await store.write.commit(
        batchOf({
          uid: other,
          tree: treeKey(other),
          path: '/o.jsonl',
          lines: { state: 2 },
          bytes: 5,
          session: { source: 'codex', agentVersion: '0.98', endedAt: 3_000 },
          source: 'codex',
        }),
      );
      const answer = await store.read.overview();
      expect(answer.sources).toEqual([
        {
          source: 'claude-code',
          files: 1,
          sessions: 1,
          events: 4,
          errors: 0,
          lines: { mapped: 4, state: 0, copy: 0, raw: 0, issue: 0 },
          versions: [{ version: '2.1', sessions: 1 }],
          unknown: [
            { kind: 'system/odd', version: '2.1', count: 2 },
            { kind: 'odder', version: null, count: 1 },
          ],
          lastEventAt: '2025-01-01T00:00:04.000Z',
        },
        {
          source: 'codex',
          files: 1,
          sessions: 0,
          events: 0,
          errors: 0,
          lines: { mapped: 0, state: 2, copy: 0, raw: 0, issue: 0 },
          versions: [{ version: '0.98', sessions: 1 }],
          unknown: [],
          lastEventAt: '1970-01-01T00:00:03.000Z',
        },
      ]);
      expect(answer.issues).toEqual([
        { path: '/s.jsonl', line: 3, reason: 'not-json' },
        { path: '/s.jsonl', line: 9, reason: 'not-json' },
      ]);
      expect(answer.issueCounts).toEqual([{ reason: 'not-json', count: 2 }]);
    });

    test('remembers facts about itself across a restart', async () => {
      const { store, reopen } = await open();
      await store.write.setMeta('last-ingest', '1');
      await store.write.setMeta('last-ingest', '2');
      await store[Symbol.asyncDispose]();
      await using again = await reopen();
      expect(await again.read.meta('last-ingest')).toBe('2');
    });

    test('settling changes no answer', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const before = await everything(store);
      await store.write.settle();
      expect(await everything(store)).toEqual(before);
    });

    test('a check notices a gap between pieces, bytes that are short, and counters that are off', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ pieces: [piece(0, 'abc'), piece(5, 'fg')], bytes: 7 }));
      expect(await store.read.check()).toEqual([expect.stringContaining('begins at 5 instead of 3')]);
      await store.write.commit(
        batchOf({
          path: '/t.jsonl',
          uid: child,
          pieces: [piece(0, 'abc')],
          bytes: 9,
          session: { add: tally({ events: 1 }) },
        }),
      );
      expect(await store.read.check()).toEqual(
        expect.arrayContaining([expect.stringContaining('its mark says 9'), expect.stringContaining('counters')]),
      );
    });

    test('bytes that are no longer there are said to be evicted', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ pieces: [], bytes: 5 }));
      const error = await Array.fromAsync(store.read.bytes('/s.jsonl', 0, 0, 5)).catch(
        (thrown: unknown) => thrown as StemmaError,
      );
      expect(error).toMatchObject({ code: 'payload-evicted' });
    });
  });
}
