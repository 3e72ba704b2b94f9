import { describe, expect, test } from 'vitest';
import { treeKey } from '../../model/ids.ts';
import type { EventRow, PieceRow } from '../store.ts';
import {
  uid,
  other,
  tree,
  keyOf,
  ref,
  id,
  prompt,
  message,
  call,
  tally,
  batchOf,
  failedTest,
  piece,
  everything,
  type Open,
} from './cast.ts';

export function commitContract(open: Open): void {
  describe('commit', () => {
    test('the same batch twice changes nothing', async () => {
      await using store = (await open()).store;
      const batch = failedTest();
      await store.write.commit(batch);
      const before = await everything(store);
      await store.write.commit(batch);
      expect(await everything(store)).toEqual(before);
      expect(before.sessions[0]).toMatchObject({ events: 4, steps: 2 });
      expect(await store.read.check()).toEqual([]);
    });

    test('an event that is here already is left out and not counted again', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [prompt('e1')] }));
      await store.write.commit(batchOf({ events: [prompt('e1'), prompt('e2'), prompt('e2')], offset: 20 }));
      expect((await store.read.events(uid, { after: 0, limit: 10 })).map((event) => [event.seq, event.id])).toEqual([
        [1, id('e1')],
        [2, id('e2')],
      ]);
      expect(await store.read.session(uid)).toMatchObject({ events: 2, steps: 2, cost: { turns: 2 } });
      expect(await store.read.check()).toEqual([]);
    });

    test('tokens recorded again by the session itself are taken over, in the event and in the sum', async () => {
      await using store = (await open()).store;
      const early = { ...message('e1'), tokens: { input: 3, output: 1, cache_read: 0, cache_write: 0 } };
      const late = { ...early, tokens: { input: 3, output: 90, cache_read: 5, cache_write: 0 } };
      await store.write.commit(
        batchOf({ events: [early], session: { add: tally({ events: 1, inputTokens: 3, outputTokens: 1 }) } }),
      );
      await store.write.commit({
        ...batchOf({ offset: 20 }),
        again: [late, late, message('nobody')].map((row) => ({ row, tree, how: 'fuller' })),
      });
      expect(await store.read.event(ref('e1'))).toMatchObject({ tokens: late.tokens });
      expect((await store.read.session(uid))?.cost).toMatchObject({
        input_tokens: 3,
        output_tokens: 90,
        cache_tokens: 5,
      });
      expect(await store.read.check()).toEqual([]);
    });

    test('an event that is a retry only in one of two records is counted as what it became', async () => {
      await using store = (await open()).store;
      const first = call('e1', { kind: 'retry' });
      const later = call('e2');
      await store.write.commit(
        batchOf({ events: [first, later], session: { add: tally({ events: 2, steps: 2, retries: 1 }) } }),
      );
      const changed: readonly EventRow[] = [
        { ...first, kind: 'tool_call' },
        { ...later, kind: 'retry' },
        { ...later, kind: 'tool_call' },
      ];
      for (const [at, row] of changed.entries())
        await store.write.commit({ ...batchOf({ offset: 20 + at }), again: [{ row, tree, how: 'fuller' }] });
      expect(await store.read.session(uid)).toMatchObject({ cost: { retries: 0 } });
      expect(await store.read.check()).toEqual([]);
    });

    test('what was kept since a mark comes in the order it was kept, page by page', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [prompt('e1')] }));
      const mark = await store.read.newest();
      expect(await store.read.eventsSince(mark, 10)).toEqual({ events: [], mark });
      await store.write.commit(batchOf({ events: [prompt('e2'), prompt('e3')], offset: 20 }));
      const first = await store.read.eventsSince(mark, 1);
      const second = await store.read.eventsSince(first.mark, 1);
      expect([...first.events, ...second.events].map((event) => event.id)).toEqual([id('e2'), id('e3')]);
      expect((await store.read.eventsSince(second.mark, 1)).events).toEqual([]);
    });

    test('the mark of changes is another one after any change', async () => {
      await using store = (await open()).store;
      const marks = [await store.read.changeMark()];
      await store.write.commit(failedTest());
      marks.push(await store.read.changeMark());
      await store.write.setMeta('note', 'manual');
      marks.push(await store.read.changeMark());
      expect(new Set(marks).size).toBe(3);
    });

    test('known names the events that are here', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const keys = ['e1', 'e3', 'nobody'].map(keyOf);
      expect(await store.write.known(tree, keys)).toEqual(new Set([keyOf('e1'), keyOf('e3')]));
      expect(await store.write.known(treeKey(other), keys)).toEqual(new Set());
    });

    test('an event comes back as it was given', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      expect(await store.read.event(ref('e2'))).toEqual({
        id: id('e2'),
        session: uid,
        native_id: 'toolu_abc',
        seq: 2,
        at: '2025-01-01T00:00:02.000Z',
        kind: 'test_run',
        act: 'check',
        type: 'shell',
        role: 'assistant',
        tool: 'Bash',
        summary: 'npm test',
        failed: true,
        origin: null,
        parent: id('e1'),
        step: id('e2'),
        turn: id('e1'),
        tokens: { input: 3, output: 5, cache_read: 7, cache_write: 11 },
        model: null,
        usd: null,
        duration_ms: 1234,
        marks: [],
        is_sidechain: false,
        payload_ref: id('e2'),
      });
      expect(await store.read.event(ref('e1'))).toMatchObject({
        native_id: 'line:1',
        origin: 'human',
        tokens: null,
        parent: null,
      });
    });

    test('a result goes by the native id of its call', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      expect(await store.read.event(ref('e3'))).toMatchObject({
        kind: 'error',
        native_id: 'toolu_abc',
        step: id('e2'),
      });
      expect(await store.read.event(ref('e4'))).toMatchObject({ kind: 'assistant_msg', native_id: null });
    });

    test('references reach into earlier batches, and to events that never come', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [prompt('e1')] }));
      await store.write.commit(
        batchOf({
          offset: 20,
          events: [
            message('e2', { parent: keyOf('e1'), turn: keyOf('e1') }),
            message('e3', { parent: keyOf('never') }),
          ],
        }),
      );
      expect(await store.read.event(ref('e2'))).toMatchObject({ parent: id('e1'), turn: id('e1') });
      expect(await store.read.event(ref('e3'))).toMatchObject({ parent: id('never') });
    });

    test('a later batch says how a call ended', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [call('c', { failed: false, durationMs: null })] }));
      await store.write.commit({
        ...batchOf({ offset: 20 }),
        outcomes: [{ session: uid, call: keyOf('c'), failed: true, durationMs: 50 }],
      });
      expect(await store.read.event(ref('c'))).toMatchObject({ failed: true, duration_ms: 50 });
    });

    test('counters add up, times widen, facts are kept until others come', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          session: {
            startedAt: 2_000,
            endedAt: 3_000,
            branch: 'main',
            model: 'm1',
            add: tally({ wallClockMs: 1_500, inputTokens: 5 }),
          },
        }),
      );
      await store.write.commit(
        batchOf({
          offset: 20,
          session: {
            startedAt: 1_000,
            endedAt: 2_500,
            branch: 'fix',
            outcome: 'success',
            add: tally({ wallClockMs: 1_000, inputTokens: 2 }),
          },
        }),
      );
      await store.write.commit(batchOf({ offset: 30, session: { endedAt: 9_000 } }));
      expect(await store.read.session(uid)).toMatchObject({
        started_at: '1970-01-01T00:00:01.000Z',
        ended_at: '1970-01-01T00:00:09.000Z',
        branch: 'fix',
        model: 'm1',
        outcome: 'success',
        cost: { wall_clock_s: 2.5, input_tokens: 7 },
      });
    });

    test('a title the user chose wins over any other', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({ events: [call('c', { native: 'rec-1' })], session: { title: 'first prompt' } }),
      );
      expect((await store.read.session(uid))?.title).toBe('first prompt');
      await store.write.title('rec-1', 'claude', 'better');
      expect((await store.read.session(uid))?.title).toBe('better');
      await store.write.title('rec-1', 'codex', 'of another agent');
      expect((await store.read.session(uid))?.title).toBe('better');
      await store.write.commit(batchOf({ offset: 20, session: { customTitle: 'mine' } }));
      await store.write.title('rec-1', 'claude', 'late');
      expect((await store.read.session(uid))?.title).toBe('mine');
    });

    test('a session says when it was found and when it was last read', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ readAt: 1_000, foundAt: 900, session: { discoveredAt: 900 } }));
      await store.write.commit(batchOf({ readAt: 5_000, offset: 20 }));
      expect((await store.read.file('/s.jsonl'))?.foundAt).toBe(900);
      expect((await store.read.session(uid))?.watermarks).toEqual({
        discovered: '1970-01-01T00:00:00.900Z',
        ingested: '1970-01-01T00:00:05.000Z',
        analyzed: null,
        evicted: null,
      });
    });

    test('absurd numbers are left out, and fail nothing', async () => {
      await using store = (await open()).store;
      const absurd = { input: 1e300, output: Number.NaN, cache_read: 2.4, cache_write: Infinity };
      await store.write.commit(
        batchOf({
          events: [
            message('m', { at: 8.64e15 + 1, durationMs: -Infinity, tokens: absurd }),
            message('n', { at: 1_000.6, durationMs: 0.4 }),
          ],
          session: {
            startedAt: Number.NaN,
            endedAt: 1e20,
            add: tally({ events: 2, inputTokens: 2 ** 60, wallClockMs: 0.5 }),
          },
        }),
      );
      expect(await store.read.event(ref('m'))).toMatchObject({
        at: null,
        duration_ms: null,
        tokens: { input: 0, output: 0, cache_read: 2, cache_write: 0 },
      });
      expect(await store.read.event(ref('n'))).toMatchObject({ at: '1970-01-01T00:00:01.001Z', duration_ms: 0 });
      expect(await store.read.session(uid)).toMatchObject({
        started_at: null,
        ended_at: null,
        events: 2,
        cost: { input_tokens: 0 },
      });
    });

    test('what is gathered is seen at once and kept by flush; a failure takes back what was gathered', async () => {
      await using store = (await open()).store;
      await store.write.gather();
      await store.write.commit(batchOf({ events: [prompt('e1')] }));
      expect(await store.read.countEvents(uid)).toBe(1);
      await store.write.flush();

      await store.write.gather();
      await store.write.commit(batchOf({ events: [prompt('e2')], offset: 20 }));
      const withoutBytes = { ...piece(0, 'never seen'), data: undefined } as unknown as PieceRow;
      await expect(store.write.commit({ ...batchOf({ offset: 30 }), pieces: [withoutBytes] })).rejects.toThrow(
        'came without its bytes',
      );
      await store.write.flush();
      expect(await store.read.countEvents(uid)).toBe(1);
      expect(await store.read.check()).toEqual([]);
    });

    test('a batch that fails leaves nothing behind', async () => {
      await using store = (await open()).store;
      const broken = {
        ...batchOf({ events: [prompt('e1')] }),
        pieces: [{ ...piece(0, 'abc'), data: undefined }] as unknown as PieceRow[],
      };
      await expect(store.write.commit(broken)).rejects.toThrow('came without its bytes');
      expect(await store.read.session(uid)).toBeUndefined();
      expect(await store.read.file('/s.jsonl')).toBeUndefined();
    });
  });
}
