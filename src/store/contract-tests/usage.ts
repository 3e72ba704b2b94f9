import { describe, expect, test } from 'vitest';
import type { EventRow } from '../store.ts';
import type { UsageRow } from '../contract/usage-rows.ts';
import {
  batchOf,
  child,
  eventRow,
  failedTest,
  keyOf,
  other,
  sessionOf,
  start,
  tally,
  tree,
  uid,
  type Open,
} from './cast.ts';

const hour = 60 * 60 * 1000;
const tokens = { input: 10, output: 2, cache_read: 100, cache_write: 20 };
const used = (name: string, row: Partial<EventRow> = {}) =>
  eventRow(name, { tokens, model: 'opus', at: start, ...row });

export function usageContract(open: Open): void {
  describe('what was used', () => {
    test('is summed by model, and by what the agent said it cost', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: [
            used('a'),
            used('b'),
            used('c', { model: 'haiku' }),
            used('d', { usd: 0.5 }),
            used('e', { usd: 0.25 }),
            failedTest().events[0]!,
          ],
        }),
      );
      expect(sorted(await store.read.usage({}, 'nothing'))).toEqual([
        { key: null, model: 'haiku', tokens, usd: null },
        { key: null, model: 'opus', tokens: { input: 20, output: 4, cache_read: 200, cache_write: 40 }, usd: null },
        { key: null, model: 'opus', tokens: { input: 20, output: 4, cache_read: 200, cache_write: 40 }, usd: 0.75 },
      ]);
    });

    test('the first and last use of a time are known to the millisecond', async () => {
      await using store = (await open()).store;
      const events = [used('a', { at: start + 5 }), used('b', { at: start + 700 }), used('c', { at: start + hour })];
      const later = eventRow('d', { at: start + 900, tokens: null });
      const session = sessionOf(uid, { startedAt: start, endedAt: start + hour, add: tally({ events: 4 }) });
      await store.write.commit({ ...batchOf({ events: [...events, later] }), sessions: [session] });
      const between = (since: number, until: number) => store.read.usedBetween({ since, until });
      expect(await between(start, start + hour - 1)).toEqual({ first: start + 5, last: start + 700 });
      expect(await between(start + 6, start + 2 * hour)).toEqual({ first: start + 700, last: start + hour });
      expect(await between(start + 800, start + 1000)).toBeUndefined();
      expect(await store.read.usedBetween({ source: 'nobody', since: start })).toBeUndefined();
    });

    test('a session is known by the name of its file, taken literally', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ path: '/home/me/sessions/roll_out-7f3a.jsonl', events: [used('a')] }));
      for (const name of ['7f3a', 'roll_out-7f3a.jsonl', 'sessions/roll_out-7f3a.jsonl'])
        expect(await store.read.sessionsInFile(name, 10)).toEqual([uid]);
      for (const name of ['', 'sessions', 'roll%', 'rollXout', 'me/sess'])
        expect(await store.read.sessionsInFile(name, 10)).toEqual([]);
    });

    test('of a response the store knows how many tokens are counted, until its session is forgotten', async () => {
      await using store = (await open()).store;
      const events = [
        used('a', { response: { key: 5, counted: 130 } }),
        used('b', { response: { key: 5, counted: 132 } }),
        used('c', { response: { key: 6, counted: 132 }, tokens: null }),
      ];
      await store.write.commit(batchOf({ events }));
      expect(await store.write.countedTokens([5, 6, 7])).toEqual(new Map([[5, 132]]));
      await store.write.forget([uid]);
      expect(await store.write.countedTokens([5])).toEqual(new Map());
    });

    test('tokens cached for an hour are counted separately, with the event and in the sum', async () => {
      await using store = (await open()).store;
      const long = { ...tokens, cache_write_1h: 15 };
      await store.write.commit(batchOf({ events: [used('a', { tokens: long }), used('b')] }));
      expect((await store.read.events(uid, { after: 0, limit: 2 })).map((event) => event.tokens)).toEqual([
        long,
        tokens,
      ]);
      expect((await store.read.usage({}, 'session'))[0]).toMatchObject({
        key: uid,
        tokens: { cache_write: 40, cache_write_1h: 15 },
      });
    });

    test('a use without a model is its session’s', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ session: { model: 'sonnet' }, events: [used('a', { model: null })] }));
      expect((await store.read.usage({}, 'nothing')).map(({ model }) => model)).toEqual(['sonnet']);
    });

    test('of a session it is one sum for each model, whichever way the model is known and however long it took', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          session: { model: 'opus' },
          events: [
            used('a', { model: null }),
            used('b', { at: start + hour, tokens: { ...tokens, cache_write_1h: 7 } }),
            used('c', { usd: 0.5 }),
            used('d', { at: start + hour, usd: 0.25 }),
            used('e', { model: 'haiku' }),
          ],
        }),
      );
      await store.write.commit(
        batchOf({ uid: other, path: '/b', session: {}, events: [used('f', { session: other })] }),
      );
      expect(sorted((await store.read.usage({}, 'session')).filter(({ key }) => key === uid))).toEqual([
        { key: uid, model: 'haiku', tokens, usd: null },
        {
          key: uid,
          model: 'opus',
          tokens: { input: 20, output: 4, cache_read: 200, cache_write: 40, cache_write_1h: 7 },
          usd: null,
        },
        { key: uid, model: 'opus', tokens: { input: 20, output: 4, cache_read: 200, cache_write: 40 }, usd: 0.75 },
      ]);
      expect((await store.read.usage({}, 'session')).filter(({ key }) => key === other)).toHaveLength(1);
    });

    test('by time: to half an hour, and without a time from the beginning of the session', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          session: { startedAt: start, endedAt: start + hour },
          events: [
            used('a', { at: null }),
            used('b', { at: start + hour + 5 }),
            used('c', { at: start + hour + hour / 2 }),
          ],
        }),
      );
      expect((await store.read.usage({}, 'slot')).map(({ key }) => key)).toEqual([
        start,
        start + hour,
        start + 1.5 * hour,
      ]);
      expect((await store.read.usage({ since: start + hour }, 'slot')).map(({ key }) => key)).toEqual([
        start + hour,
        start + 1.5 * hour,
      ]);
      expect((await store.read.usage({ until: start }, 'slot')).map(({ key }) => key)).toEqual([start]);
    });

    test('of a time before 1970 is summed as well', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [-hour - 1, -hour, -1, 0, 1].map((at, n) => used(`e${n}`, { at })) }));
      expect((await store.read.usage({}, 'nothing')).map((row) => row.tokens.input)).toEqual([50]);
      expect(await store.read.check()).toEqual([]);
    });

    test('the same stretch twice counts once; a fuller record replaces the earlier one', async () => {
      await using store = (await open()).store;
      const batch = batchOf({ events: [used('a', { at: null })] });
      await store.write.commit(batch);
      await store.write.commit(batch);
      expect((await store.read.usage({}, 'nothing')).map((row) => row.tokens)).toEqual([tokens]);
      const row = used('a', { tokens: { ...tokens, input: 50 }, usd: 1, at: start + hour });
      await store.write.commit({ ...batchOf({ offset: 20 }), again: [{ row, tree, how: 'fuller' }] });
      const counted = (await store.read.usage({}, 'slot')).filter((each) => each.tokens.input > 0);
      expect(counted).toEqual([{ key: start + hour, model: 'opus', tokens: { ...tokens, input: 50 }, usd: 1 }]);
      expect(await store.read.check()).toEqual([]);
    });

    test('what another event stands for now is no longer counted, nor what is forgotten or dropped', async () => {
      await using store = (await open()).store;
      const sum = async () =>
        (await store.read.usage({}, 'nothing')).reduce((input, row) => input + row.tokens.input, 0);
      await store.write.commit(batchOf({ events: [used('a'), used('b')] }));
      await store.write.commit({
        ...batchOf({ offset: 20 }),
        replaced: [{ session: uid, old: keyOf('a'), by: keyOf('b') }],
      });
      expect(await sum()).toBe(10);
      await store.write.dropDerived();
      expect(await sum()).toBe(0);
      await store.write.commit(batchOf({ offset: 40, events: [used('c')] }));
      await store.write.forget([uid]);
      expect(await sum()).toBe(0);
    });

    test('of a session with all that came of it, at any depth, each once', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [used('a')] }));
      const spawned = { parent: { uid, relation: 'subagent' as const }, startedAt: start + 1, title: 'Helper' };
      await store.write.commit(
        batchOf({ uid: child, path: '/b', session: spawned, events: [used('s', { session: child })] }),
      );
      await store.write.commit(
        batchOf({
          uid: other,
          path: '/c',
          session: { parent: { uid: child, relation: 'fork' }, startedAt: start + 2 },
          events: [used('f', { session: other })],
        }),
      );
      expect(new Set((await store.read.usage({ under: uid }, 'session')).map(({ key }) => key))).toEqual(
        new Set([child, other, uid]),
      );
      expect(new Set((await store.read.usage({ under: child }, 'session')).map(({ key }) => key))).toEqual(
        new Set([child, other]),
      );
      expect((await store.read.usage({ sessions: [child] }, 'session')).map(({ key }) => key)).toEqual([child]);
      expect((await store.read.headings([child, uid])).toSorted((a, b) => (a.uid < b.uid ? -1 : 1))).toEqual(
        (await store.read.descendants(uid, 10))
          .filter(({ uid: own }) => own === child || own === uid)
          .toSorted((a, b) => (a.uid < b.uid ? -1 : 1)),
      );
      expect(await store.read.descendants(uid, 10)).toEqual([
        { uid, parent: null, relation: null, title: null },
        { uid: child, parent: uid, relation: 'subagent', title: 'Helper' },
        { uid: other, parent: child, relation: 'fork', title: null },
      ]);
      expect(await store.read.descendants(uid, 1)).toHaveLength(1);
    });

    test('sessions that name one another as parents come to an end', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ session: { parent: { uid: child, relation: 'fork' } }, events: [used('a')] }));
      await store.write.commit(
        batchOf({
          uid: child,
          path: '/b',
          session: { parent: { uid, relation: 'fork' } },
          events: [used('s', { session: child })],
        }),
      );
      expect(await store.read.usage({ under: uid }, 'session')).toHaveLength(2);
    });

    test('what else sessions took is summed by the same groups', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          session: {
            repo: '/shop',
            startedAt: start,
            endedAt: start + hour,
            add: tally({ events: 2, turns: 3, retries: 1, wallClockMs: 500 }),
          },
          events: [],
        }),
      );
      await store.write.commit({
        ...batchOf({ uid: child, path: '/b', events: [] }),
        sessions: [
          sessionOf(child, { repo: '/shop', startedAt: start, endedAt: start, add: tally({ events: 1, turns: 1 }) }),
        ],
      });
      expect(await store.read.work({}, 'repo')).toEqual([
        { key: '/shop', sessions: 2, turns: 4, retries: 1, wallClockMs: 500 },
      ]);
      expect(await store.read.work({ since: start + 1 }, 'session')).toEqual([
        { key: uid, sessions: 1, turns: 3, retries: 1, wallClockMs: 500 },
      ]);
      expect(await store.read.work({ repo: '/elsewhere' }, 'nothing')).toEqual([]);
    });
  });
}

function sorted(rows: readonly UsageRow[]): readonly UsageRow[] {
  return rows.toSorted((a, b) => (a.model! < b.model! ? -1 : a.model! > b.model! ? 1 : (a.usd ?? 0) - (b.usd ?? 0)));
}
