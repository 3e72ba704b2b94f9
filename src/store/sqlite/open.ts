import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../store.ts';
import { Connection } from './connect/connection.ts';
import { loadSqlite } from '../../platform/load-sqlite.ts';
import { migrate, migrations, pendingMigrations } from './migrate.ts';
import { makePrivateFile } from './connect/private-files.ts';
import { sqliteReader } from './reader.ts';
import { storeUnwritable, translate } from './connect/translate.ts';
import { takeWriterLock, type Waiting } from './connect/writer-lock.ts';
import { sqliteWriter } from './writer.ts';

export interface OpenOptions extends Waiting {
  /**
   * `write` makes the store if there is none and keeps other writers out until it is closed. `read` changes nothing:
   * where there is no store it answers like an empty one.
   */
  readonly mode: 'read' | 'write';
  /** How long a single transaction waits for one that is not stemma's, such as a sqlite3 shell's. */
  readonly busyMs?: number;
}

/** The store in this file; `:memory:` for one that ends with the process. */
export async function openSqlite(path: string, options: OpenOptions): Promise<Store> {
  try {
    if (path === ':memory:') return storeOf(openInMemory(path));
    return options.mode === 'write' ? await openForWriting(path, options) : await openForReading(path, options);
  } catch (error) {
    throw translate(error, path);
  }
}

async function openForWriting(path: string, options: OpenOptions): Promise<Store> {
  const unlock = await takeWriterLock(path, options);
  try {
    return storeOf(openFile(path, options), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openForReading(path: string, options: OpenOptions): Promise<Store> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return storeOf(readOnly(openInMemory(path)));
  if (!stats.isFile()) throw storeUnwritable(path);
  const connection = openExisting(path, options);
  let pending: readonly unknown[];
  try {
    pending = pendingMigrations(connection.db, path);
  } catch (error) {
    connection.close();
    throw error;
  }
  if (pending.length === 0) return storeOf(connection);

  connection.close();
  // Another process is just making it; waiting for that one would mean waiting for its whole ingest.
  if (pending.length === migrations.length) return storeOf(readOnly(openInMemory(path)));
  // A store of an older stemma: bring it up to date as a writer, then read.
  await (await openForWriting(path, options))[Symbol.asyncDispose]();
  return storeOf(openExisting(path, options));
}

/** To write: made if there is none, and brought up to date. Whoever calls it holds the writer's lock. */
export function openFile(path: string, { busyMs = defaultBusyMs }: OpenOptions): Connection {
  makePrivateFile(path);
  const db = new (loadSqlite().DatabaseSync)(path);
  try {
    db.exec(`pragma busy_timeout = ${busyMs}`);
    const pending = pendingMigrations(db, path);
    db.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma cache_size = -${writerCacheKb};
      pragma wal_autocheckpoint = ${checkpointPages};
      pragma journal_size_limit = 67108864;
    `);
    migrate(db, pending);
    return new Connection(path, db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** To read, whatever is in it. */
export function openExisting(path: string, { busyMs = defaultBusyMs }: OpenOptions): Connection {
  const db = new (loadSqlite().DatabaseSync)(path, { readOnly: true });
  db.exec(`pragma busy_timeout = ${busyMs}; pragma cache_size = -${readerCacheKb};`);
  return new Connection(path, db);
}

function openInMemory(path: string): Connection {
  const db: DatabaseSync = new (loadSqlite().DatabaseSync)(':memory:');
  migrate(db, pendingMigrations(db, path));
  return new Connection(path, db);
}

function readOnly(connection: Connection): Connection {
  connection.db.exec('pragma query_only = 1');
  return connection;
}

function storeOf(connection: Connection, unlock?: () => void): Store {
  return {
    read: sqliteReader(connection),
    write: sqliteWriter(connection),
    async [Symbol.asyncDispose]() {
      connection.close();
      unlock?.();
    },
  };
}

const defaultBusyMs = 5_000;
// An ingest may take 300 MB in all, a question 150 MB, a server 200 MB; Node itself needs about 50. What a reader
// does not hold the system does: twice as much gains nothing.
const writerCacheKb = 20 * 1024;
const readerCacheKb = 16 * 1024;
// Random index pages are written again and again; the longer the log, the fewer of these writes reach the database.
const checkpointPages = 16_000;
