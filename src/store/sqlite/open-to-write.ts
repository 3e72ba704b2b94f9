import { loadSqlite } from '../../platform/load-sqlite.ts';
import type { Store } from '../store.ts';
import { Connection } from './connect/connection.ts';
import { defaultBusyMs, type OpenOptions } from './connect/options.ts';
import { makePrivateFile } from './connect/private-files.ts';
import { takeWriterLock } from './connect/writer-lock.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { sqliteReader } from './reader.ts';
import { sqliteWriter } from './writer.ts';

export async function openForWriting(path: string, options: OpenOptions): Promise<Store> {
  const unlock = await takeWriterLock(path, options);
  try {
    return storeOf(openFile(path, options), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Created and migrated as needed. The caller holds the writer's lock. */
export function openFile(path: string, { busyMs = defaultBusyMs }: Pick<OpenOptions, 'busyMs'> = {}): Connection {
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

/** Empty. Errors name it by `path`. */
export function openInMemory(path: string): Connection {
  const db = new (loadSqlite().DatabaseSync)(':memory:');
  if (emptyArchive === undefined) {
    migrate(db, pendingMigrations(db, path));
    // Not in Node 22.
    if ('serialize' in db) emptyArchive = db.serialize();
  } else db.deserialize(emptyArchive);
  return new Connection(path, db);
}

/** Creating the tables takes ten times as long as copying them, and tests open thousands. */
let emptyArchive: Uint8Array | undefined;

export function storeOf(connection: Connection, unlock?: () => void): Store {
  return {
    read: sqliteReader(connection),
    write: sqliteWriter(connection),
    async [Symbol.asyncDispose]() {
      connection.close();
      unlock?.();
    },
  };
}

// An ingest may take 300 MB in all; Node itself needs about 50.
const writerCacheKb = 20 * 1024;
// Random index pages are rewritten often; the longer the log, the fewer of these writes reach the database.
const checkpointPages = 16_000;
