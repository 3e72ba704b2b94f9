import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPostgres } from '../../../../test/support/citus.ts';
import { emptied } from '../../../../test/support/postgres.ts';
import { batchOf, child, id, keyOf, message, range, ref, uid } from '../../contract-tests/cast.ts';
import { storeInMemory } from '../../../testing/store-in-memory.ts';
import type { Store } from '../../store.ts';
import { openPostgres } from '../open.ts';

describe.each(everyPostgres)('in %s', (_, freshDatabase) => {
  let url = '';
  let psql: pg.Client;
  let postgres: Store;
  beforeAll(async () => {
    url = await freshDatabase();
    psql = new pg.Client(url);
    await psql.connect();
    postgres = await openPostgres(url, { mode: 'write' });
  });
  afterAll(async () => {
    await psql.end();
    await postgres[Symbol.asyncDispose]();
  });

  /** The walk for people with `psql`. */
  async function walked(event: string, limit: number): Promise<readonly string[]> {
    return (await psql.query<{ uuid: string }>('select uuid from get_parent_chain($1, $2)', [event, limit])).rows.map(
      ({ uuid }) => uuid,
    );
  }

  async function rootsOf(events: readonly string[]): Promise<readonly string[]> {
    const { rows } = await psql.query<{ uuid: string; root_uuid: string }>(
      'select uuid, root_uuid from session_events',
    );
    const roots = new Map(rows.map(({ uuid, root_uuid }) => [uuid, root_uuid]));
    return events.map((event) => roots.get(event)!);
  }

  /** Of one that was written: what it names may be anywhere, before or after it, in either session, or nowhere. */
  const written = fc.record({
    kind: fc.constantFrom('assistant_msg', 'tool_call', 'tool_call', 'tool_result', 'error'),
    session: fc.constantFrom(uid, uid, child),
    parent: fc.integer({ min: -3, max: 30 }),
    step: fc.integer({ min: -3, max: 30 }),
    turn: fc.integer({ min: -3, max: 30 }),
  });

  test(
    'any forest of parents, with circles, gaps and two sessions, is walked as SQLite walks it',
    { timeout: 120_000 },
    async () => {
      const named = (n: number) => (n < 0 ? null : keyOf(`m${n}`));
      await fc.assert(
        fc.asyncProperty(
          fc.array(written, { minLength: 1, maxLength: 30, size: 'max' }),
          fc.integer({ min: 1, max: 40 }),
          async (all, limit) => {
            await emptied(url);
            const events = all.map(({ parent, step, turn, ...row }, n) =>
              message(`m${n}`, {
                ...row,
                native: row.kind === 'tool_call' ? `toolu_${n}` : null,
                parent: named(parent),
                step: named(step),
                turn: named(turn),
              }),
            );
            await using sqlite = storeInMemory();
            for (const store of [sqlite, postgres]) {
              for (const owner of [uid, child])
                await store.write.commit(
                  batchOf({
                    uid: owner,
                    path: `/${owner}.jsonl`,
                    events: events.filter(({ session }) => session === owner),
                  }),
                );
            }
            for (let n = 0; n < all.length; n += 3) {
              const chain = await sqlite.read.parentChain(ref(`m${n}`), limit + 1);
              expect(await postgres.read.parentChain(ref(`m${n}`), limit + 1)).toEqual(chain);
              expect(await walked(id(`m${n}`), limit)).toEqual(chain.map((event) => event.id));
              expect(await postgres.read.childEvents(ref(`m${n}`), limit)).toEqual(
                await sqlite.read.childEvents(ref(`m${n}`), limit),
              );
            }
            const ends = await Promise.all(all.map((_, n) => sqlite.read.parentChain(ref(`m${n}`), 1_000)));
            expect(await rootsOf(all.map((_, n) => id(`m${n}`)))).toEqual(ends.map((chain) => chain.at(-1)!.id));
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  test('a long chain is walked whole, whether it lies close together or far apart', { timeout: 60_000 }, async () => {
    await emptied(url);
    const length = 5_400;
    // The first half one after another, the second half every ninth only.
    const parentOf = (n: number): number | null => (n === 0 ? null : n < length / 2 ? n - 1 : n % 9 === 0 ? n - 9 : 0);
    for (const from of range(length / 900)) {
      await postgres.write.commit(
        batchOf({
          offset: from + 11,
          events: range(900)
            .map((n) => from * 900 + n)
            .map((n) => message(`m${n}`, { parent: parentOf(n) === null ? null : keyOf(`m${parentOf(n)}`) })),
        }),
      );
    }
    const expected: string[] = [];
    for (let n: number | null = length - 9; n !== null; n = parentOf(n)) expected.push(id(`m${n}`));
    expect((await postgres.read.parentChain(ref(`m${length - 9}`), 20_000)).map((event) => event.id)).toEqual(expected);
    expect(await walked(id(`m${length - 9}`), 20_000)).toEqual(expected);
  });
});
