import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { everyPostgres } from '../../../test/support/citus.ts';
import { emptied } from '../../../test/support/postgres.ts';
import type { Digest } from '../../model/digest.ts';
import { eventKey, treeKey, type SessionUid } from '../../model/ids.ts';
import { batchOf, child, id, message, other, piece, prompt, tally, uid } from '../contract-tests/cast.ts';
import type { Batch, Store } from '../store.ts';
import { openPostgres } from './open.ts';

describe.each(everyPostgres)('in %s', (_, freshDatabase) => {
  let url = '';
  beforeEach(async () => {
    url ||= await freshDatabase();
    await emptied(url);
  });

  const open = (): Promise<Store> => openPostgres(url, { mode: 'write' });

  const stretch = (n: number): Batch => ({
    ...batchOf({ offset: n * 10, events: [message(`e${n}`)], lines: { mapped: n } }),
    unknown: [{ kind: 'odd', version: null, count: 1 }],
  });

  test('who reads a file that another process is reading too counts nothing twice, and does not set its mark back', async () => {
    await using one = await open();
    await using two = await open();
    await one.write.commit(stretch(1));
    expect((await two.read.file('/s.jsonl'))?.offset).toBe(10);
    await one.write.commit(stretch(2));
    await one.write.commit(stretch(3));
    await two.write.commit(stretch(2));
    expect((await two.read.file('/s.jsonl'))?.offset).toBe(30);
    expect((await one.read.overview()).sources[0]).toMatchObject({ events: 3, unknown: [{ kind: 'odd', count: 3 }] });
  });

  test.each([
    { how: 'looked for the file', look: async (store: Store) => void (await store.read.file('/s.jsonl')) },
    { how: 'listed all files', look: async (store: Store) => void (await Array.fromAsync(store.read.files())) },
  ])('two that $how before it was here count what it took once', async ({ look }) => {
    await using one = await open();
    await using two = await open();
    for (const store of [one, two]) await look(store);
    const took = tally({ events: 1, wallClockMs: 5_000 });
    await one.write.commit(
      batchOf({
        events: [message('e1')],
        lines: { mapped: 1 },
        pieces: [piece(0, 'a line of it', 'm1')],
        bytes: 12,
        session: { add: took },
      }),
    );
    // The second process has found that the event is here: its line is a copy.
    await two.write.commit(
      batchOf({
        events: [],
        lines: { copy: 1 },
        pieces: [piece(0, 'a line of it', 'c1')],
        bytes: 12,
        session: { add: { ...took, events: 0 } },
      }),
    );
    expect(await one.read.session(uid)).toMatchObject({ events: 1, cost: { wall_clock_s: 5 } });
    expect((await one.read.file('/s.jsonl'))?.lines).toMatchObject({ mapped: 1, copy: 0 });
    expect(await one.read.check()).toEqual([]);
  });

  test('a writer that has read further than another began must begin again', async () => {
    await using one = await open();
    await using two = await open();
    await one.write.commit(stretch(1));
    await two.read.file('/s.jsonl');
    await one.write.commit(stretch(2));
    await expect(two.write.commit(stretch(3))).rejects.toMatchObject({ code: 'store-busy' });
    expect((await two.read.file('/s.jsonl'))?.offset).toBe(20);
    await two.write.commit(stretch(3));
    expect(await one.read.countEvents(uid)).toBe(3);
  });

  test("two that gather and want each other's trees both get through", async () => {
    const of = (session: SessionUid, n: number): Batch => {
      const name = `${session} ${n}`;
      return batchOf({
        uid: session,
        tree: treeKey(session),
        path: `/${session}`,
        offset: n * 10,
        events: [message(name, { session, key: eventKey(session, name) })],
      });
    };
    await using one = await open();
    await using two = await open();
    await Promise.all([one.write.gather(), two.write.gather()]);
    await Promise.all([one.write.commit(of(uid, 1)), two.write.commit(of(other, 1))]);
    const [a, b] = [
      one.write.commit(of(other, 2)).then(() => one.write.flush()),
      two.write.commit(of(uid, 2)).then(() => two.write.flush()),
    ];
    await Promise.all([a, b]);
    expect([await one.read.countEvents(uid), await one.read.countEvents(other)]).toEqual([2, 2]);
    expect(await one.read.check()).toEqual([]);
  });

  test('what is stored while another still writes comes after the mark, when that one has ended', async () => {
    await using one = await open();
    await using two = await open();
    await one.write.gather();
    await one.write.commit(batchOf({ events: [prompt('slow')] }));
    const mark = await two.read.newest();
    const quick = message('quick', { session: other, key: eventKey(other, 'quick') });
    await two.write.commit(batchOf({ uid: other, tree: treeKey(other), path: '/o.jsonl', events: [quick] }));
    // The fast one began later and has ended; reported now, the slow one would be missed by the next question.
    expect((await two.read.eventsSince(mark, 10)).events).toEqual([]);
    await one.write.flush();
    const { events } = await two.read.eventsSince(mark, 10);
    expect(events.map(({ summary }) => summary)).toEqual(['slow', 'quick']);
  });

  test('a session that another process adds to while it is linked must be linked again', async () => {
    await using one = await open();
    await using two = await open();
    await one.write.commit(batchOf({ events: [prompt('e1')] }));
    expect(await one.write.unlinked(10)).toEqual([uid]);
    await two.write.commit(batchOf({ offset: 20, events: [message('e2')] }));
    await one.write.linked([uid]);
    expect(await two.write.unlinked(10)).toEqual([uid]);
  });

  test('two that make the same session at once make one', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, open));
    await Promise.all(
      stores.map((store, at) =>
        store.write.commit(
          batchOf({
            uid: child,
            path: `/${at}`,
            events: [message(`m${at}`, { session: child, key: eventKey(child, String(at)) })],
          }),
        ),
      ),
    );
    expect((await stores[0]!.read.sessions({}, { limit: 10, offset: 0 })).sessions).toMatchObject([
      { uid: child, events: 4 },
    ]);
    expect(await stores[0]!.read.check()).toEqual([]);
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  });

  test('a NUL in a text, and half a character, are kept as what stands for them', async () => {
    await using store = await open();
    await store.write.commit({
      ...batchOf({ events: [message('e1', { summary: 'a\0b\ud800c', search: 'x\0y' })] }),
      issues: [{ line: 1, offset: 0, reason: 'odd\0\udc00' }],
    });
    expect((await store.read.findEvents(id('e1'), undefined, 1))[0]?.summary).toBe('a\ufffdb\ufffdc');
    expect((await store.read.overview()).issues).toMatchObject([{ reason: 'odd\ufffd\ufffd' }]);
  });

  test('a digest never counts for more than was read for it, nor replaces one that covers more', async () => {
    await using one = await open();
    await using two = await open();
    const sum = async ({ read, write }: Store, what: 'ok' | 'failed'): Promise<() => Promise<void>> => {
      await read.surroundings(uid);
      return async () => {
        await write.putMinedUses({ session: uid, uses: [], phase: what });
        await write.putDigest(digestOf(what), 5);
      };
    };
    await one.write.commit(stretch(1));
    const keep = await sum(one, 'ok');
    await two.write.commit(stretch(2));
    await keep();
    // It is stored, but does not cover the second event.
    expect(await one.write.unanalyzed(9)).toEqual([uid]);
    expect(await two.read.digest(uid)).toBeUndefined();

    const keepLess = await sum(one, 'ok');
    await two.write.commit(stretch(3));
    await (
      await sum(two, 'failed')
    )();
    await keepLess();
    expect(await one.read.digest(uid)).toMatchObject({ outcome: { what: 'failed' } });
    expect(await one.write.unanalyzed(9)).toEqual([]);
    const [{ phase }] = (await rows('select phase from worked')) as [{ phase: string }];
    expect(phase).toBe('failed');
  });

  test('a session that another one refers to while it is analyzed must be analyzed again', async () => {
    await using one = await open();
    await using two = await open();
    await one.write.commit(stretch(1));
    await one.read.surroundings(uid);
    await two.write.commit({
      ...batchOf({ uid: other, path: '/o.jsonl' }),
      links: [{ type: 'returned', child: uid, parent: other, call: '', from: null, to: null, beforeLine: null }],
    });
    await one.write.putDigest(digestOf('ok'), 5);
    expect(await one.write.unanalyzed(9)).toContain(uid);
  });

  function digestOf(what: 'ok' | 'failed'): Digest {
    return { session: uid, outcome: { what } } as unknown as Digest;
  }

  async function rows(sql: string): Promise<unknown[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
});
