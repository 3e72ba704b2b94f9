import type { Client } from 'pg';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Store } from '../store.ts';
import { asSeenFrom } from '../copy/as-seen-from.ts';
import { Connection, type Patience } from './connect/connection.ts';
import { loadPg } from './connect/load-pg.ts';
import { migrate, migrations, ofTables, pendingMigrations } from './migrate.ts';
import { postgresReader } from './reader.ts';
import { SeenMarks } from './seen-marks.ts';
import type { SeenChanges } from './queries/digests.ts';
import { Sql } from './connect/sql.ts';
import { eventsPerTransaction } from './connect/transaction.ts';
import { translate } from './connect/translate.ts';
import { postgresWriter } from './writer.ts';

export interface OpenOptions extends Patience {
  /**
   * `write` makes the tables if there are none, and may be opened by several processes at once. `read` changes
   * nothing: a database without tables answers like an empty store.
   */
  readonly mode: 'read' | 'write';
  /** Create nothing and migrate nothing: a store of another version, or none, is refused. For callers in a hurry. */
  readonly asItIs?: boolean;
  /** The machine that reads files into it: a file is identified by its machine and its path. */
  readonly machine?: string | undefined;
}

/** The store in the database at this address: `postgres://user:password@host:port/database`. */
export async function openPostgres(
  url: string,
  { mode, machine, asItIs = false, ...patience }: OpenOptions,
): Promise<Store> {
  const connection = new Connection(await loadPg(), url, patience);
  try {
    await prepare(connection, mode, asItIs);
    return storeOn(connection, machine);
  } catch (error) {
    await connection.close().catch(() => {});
    throw translate(error, connection.address);
  }
}

/** The store of a database that has its tables. */
export function storeOn(connection: Connection, machine?: string): Store {
  const [marks, changes]: [SeenMarks, SeenChanges] = [new SeenMarks(), new Map()];
  const store: Store = {
    read: postgresReader(connection, { marks, changes, machine }),
    write: postgresWriter(connection, { marks, changes }),
    [Symbol.asyncDispose]: () => connection.close(),
  };
  return machine === undefined ? store : asSeenFrom(machine, store);
}

/** Looks at what is there with a connection of its own, and makes what is missing. */
async function prepare(connection: Connection, mode: OpenOptions['mode'], asItIs: boolean): Promise<void> {
  const client = await connection.connect();
  let isKept = false;
  try {
    const pending = await pendingMigrations(client, connection.address);
    if (asItIs && pending.length > 0)
      throw new StemmaError(
        'store-unwritable',
        `The store at ${connection.address} is of another version, or was not made yet.`,
        { hint: 'Run `stemma db migrate`.' },
      );
    if (mode === 'read' && pending.length === migrations.length) {
      await makeStandIn(client);
      connection.standIn(new Sql(client));
      isKept = true;
      return;
    }
    if (pending.length > 0) await migrate(client, connection.address);
    if (mode === 'write') await forgetOtherLives(client);
  } finally {
    if (!isKept) await client.end();
  }
}

/** Empty tables in the connection's temporary schema: nobody else sees them, and they go away with it. */
async function makeStandIn(client: Client): Promise<void> {
  await client.query('set search_path = pg_temp');
  for (const { sql } of ofTables) await client.query(sql);
}

/** A dump restored into another server has transaction numbers that this one has yet to reach. */
async function forgetOtherLives(client: Client): Promise<void> {
  const {
    rows: [row],
  } = await client.query<{ next: string; last: string | null }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next, (select max(kept) from event)::text as last',
  );
  const ahead = Number(row!.last ?? 0) - Number(row!.next) * eventsPerTransaction;
  // Their order stays; they only move before everything that is to come.
  if (ahead >= 0) await client.query('update event set kept = kept - $1', [ahead + 1]);
}
