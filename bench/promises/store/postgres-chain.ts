import pg from 'pg';
import type { StoreReader } from '../../../src/store/store.ts';
import { millionEvents } from '../../million.ts';
import { millionInPostgres } from '../../postgres.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median, spread } from '../../statistics.ts';
import { built } from '../../stemma.ts';

const times = 50;

export const postgresChain: SpeedPromise = {
  name: 'postgres-chain',
  says: 'In a PostgreSQL with a million events, walking up a chain of 100 parents takes at most 2 ms and one of 10,000 at most 60 ms, seen from the client.',

  async measure(say) {
    const { store: file } = millionEvents(say);
    await using database = await millionInPostgres(say);
    const { openSqlite } = await built('store/sqlite/open');
    const { openPostgres } = await built('store/postgres/open');
    await using sqlite = await openSqlite(file, { mode: 'read' });
    await using store = await openPostgres(database.url, { mode: 'read' });
    await using psql = await connected(database.url);

    const { events, last } = await deepestIn(store.read);
    const { eventRef } = await built('model/ids');
    const up = (read: StoreReader, depth: number) => async () =>
      (await read.parentChain(eventRef(last)!, depth)).length;
    const walk = (depth: number) => async () =>
      (
        await psql.client.query({
          name: 'walk',
          text: 'select depth, uuid, event_type from get_parent_chain($1, $2)',
          values: [last, depth],
          rowMode: 'array',
        })
      ).rows.length;
    const took = await oneAfterAnother({
      // The long ones first: then the code is warm.
      long: up(store.read, 10_000),
      short: up(store.read, 100),
      longInFile: up(sqlite.read, 10_000),
      shortInFile: up(sqlite.read, 100),
      longInSql: walk(10_000),
      shortInSql: walk(100),
      trip: async () => (await psql.client.query({ name: 'one', text: 'select 1', rowMode: 'array' })).rows.length,
    });

    const finding = (
      what: string,
      name: keyof typeof took,
      most: number | undefined,
      beside?: keyof typeof took,
    ): Finding => ({
      what,
      measured: median(took[name]),
      unit: 'ms',
      ...(most !== undefined && { most }),
      detail: `${spread(took[name])}${beside === undefined ? '' : `; SQLite ${median(took[beside]).toFixed(2)} ms, ${spread(took[beside])}`}`,
    });
    return {
      how: `In process over one warm connection on loopback, from the last event of a session of ${events}, every event read whole; the server as nobody has tuned it; medians of ${times}, SQLite's from the same minute.`,
      findings: [
        finding('100 parents', 'short', 2, 'shortInFile'),
        finding('10,000 parents', 'long', 60, 'longInFile'),
        finding('100 parents, by get_parent_chain', 'shortInSql', undefined),
        finding('10,000 parents, by get_parent_chain', 'longInSql', undefined),
        finding('select 1', 'trip', undefined),
      ],
    };
  },
};

async function connected(url: string): Promise<{ readonly client: pg.Client } & AsyncDisposable> {
  const client = new pg.Client(url);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

export async function deepestIn(read: StoreReader): Promise<{ readonly events: number; readonly last: string }> {
  const [deepest] = (await read.sessions({}, { limit: 100_000, offset: 0 })).sessions.toSorted(
    (a, b) => b.events - a.events,
  );
  const [last] = await read.recentEvents(deepest!.uid, { limit: 1 });
  return { events: deepest!.events, last: last!.id };
}

/** How long each took, in milliseconds; not counted are the first ten times, in which the server makes its plans. */
async function oneAfterAnother<Name extends string>(
  work: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const took = {} as Record<Name, number[]>;
  for (const [name, once] of Object.entries(work) as [Name, () => Promise<number>][]) {
    took[name] = [];
    for (let time = -10; time < times; time++) {
      const started = performance.now();
      const rows = await once();
      if (time >= 0) took[name].push(performance.now() - started);
      if (![1, 100, 10_000].includes(rows)) throw new Error(`${name}: the chain is ${rows} deep.`);
    }
  }
  return took;
}
