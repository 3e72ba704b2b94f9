import type { StoreReader } from '../store.ts';
import { Connection } from './connection.ts';
import { loadSqlite } from '../../platform/load-sqlite.ts';
import { pendingMigrations } from './migrate.ts';
import { chains } from './read-chains.ts';

/**
 * The failures of a store for somebody in a hurry: it waits for nobody, brings nothing up to date and makes nothing. Undefined when there
 * is no store, or one of another version.
 */
export function openAsItIs(path: string): (Pick<StoreReader, 'chains'> & Disposable) | undefined {
  try {
    const db = new (loadSqlite().DatabaseSync)(path, { readOnly: true });
    const connection = new Connection(path, db);
    if (pendingMigrations(db, path).length === 0) {
      return { chains: (filter, page) => connection.ask(() => chains(connection, filter, page)), [Symbol.dispose]: () => connection.close() };
    }
    connection.close();
  } catch {
    // Not there, not ours, or in somebody's hands.
  }
  return undefined;
}
