import { statSync } from 'node:fs';
import { loadSqlite } from '../../platform/load-sqlite.ts';
import type { ReadOnlyStore, Store, StoreMode, StoreOpenedTo } from '../store.ts';
import { Connection } from './connect/connection.ts';
import { defaultBusyMs, type OpenOptions } from './connect/options.ts';
import { storeUnwritable, translate } from './connect/translate.ts';
import { migrations, pendingMigrations } from './migrate.ts';
import { sqliteReader } from './reader.ts';

/** The store in this file; `:memory:` for one that ends with the process, which can be written in any mode. */
export async function openSqlite(path: ':memory:', options: OpenOptions): Promise<Store>;
export async function openSqlite<Mode extends StoreMode>(
  path: string,
  options: OpenOptions<Mode>,
): Promise<StoreOpenedTo<Mode>>;
export async function openSqlite(path: string, options: OpenOptions): Promise<ReadOnlyStore> {
  try {
    if (path !== ':memory:' && options.mode === 'read') return await openForReading(path, options);
    const { openForWriting, openInMemory, storeOf } = await loadWriter();
    return path === ':memory:' ? storeOf(openInMemory(path)) : await openForWriting(path, options);
  } catch (error) {
    throw translate(error, path);
  }
}

async function openForReading(path: string, options: OpenOptions): Promise<ReadOnlyStore> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return await emptyStore(path);
  if (!stats.isFile()) throw storeUnwritable(path);
  const connection = openExisting(path, options);
  let pending: readonly unknown[];
  try {
    pending = pendingMigrations(connection.db, path);
  } catch (error) {
    connection.close();
    throw error;
  }
  if (pending.length === 0) return readOnlyStore(connection);

  connection.close();
  // Another process is creating it; waiting would mean waiting for its whole ingest.
  if (pending.length === migrations.length) return await emptyStore(path);
  // A store of an older stemma: migrate it as a writer, then read.
  const { openForWriting } = await loadWriter();
  await (await openForWriting(path, options))[Symbol.asyncDispose]();
  return readOnlyStore(openExisting(path, options));
}

/** For reading, whatever is in it. */
export function openExisting(path: string, { busyMs = defaultBusyMs }: Pick<OpenOptions, 'busyMs'> = {}): Connection {
  const db = new (loadSqlite().DatabaseSync)(path, { readOnly: true });
  db.exec(`pragma busy_timeout = ${busyMs}; pragma cache_size = -${readerCacheKb};`);
  return new Connection(path, db);
}

function readOnlyStore(connection: Connection): ReadOnlyStore {
  return {
    read: sqliteReader(connection),
    async [Symbol.asyncDispose]() {
      connection.close();
    },
  };
}

async function emptyStore(path: string): Promise<ReadOnlyStore> {
  return readOnlyStore((await loadWriter()).openInMemory(path));
}

/** Questions do not need it: it is a third of the store's code. */
function loadWriter(): Promise<typeof import('./open-to-write.ts')> {
  return import('./open-to-write.ts');
}

// A question may take 150 MB in all, a server 200 MB; Node itself needs about 50. Pages that a reader does not cache
// are in the system's cache: four times as much makes no list of a million events faster.
const readerCacheKb = 4 * 1024;
