import type { Chain } from '../../model/chain.ts';
import type { ChainFilter, Pagination } from '../store.ts';
import { Connection } from './connect/connection.ts';
import { loadSqlite } from '../../platform/load-sqlite.ts';
import { pendingMigrations } from './migrate.ts';
import { chainPage } from '../queries/chains/chains.ts';
import { sqliteDialect } from './dialect.ts';

export interface ChainsAsTheyAre extends Disposable {
  chains(filter: ChainFilter, page: Pagination): Promise<{ readonly chains: readonly Chain[] }>;
}

/**
 * The failures of a store, for hooks: it waits for nobody, migrates nothing and creates nothing. Undefined when there
 * is no store, or one of another version.
 */
export function openAsItIs(path: string): ChainsAsTheyAre | undefined {
  try {
    const db = new (loadSqlite().DatabaseSync)(path, { readOnly: true });
    const connection = new Connection(path, db);
    if (pendingMigrations(db, path).length === 0) {
      return {
        chains: (filter, page) =>
          connection.ask(() => ({ chains: connection.perform(chainPage(sqliteDialect, filter, page)) })),
        [Symbol.dispose]: () => connection.close(),
      };
    }
    connection.close();
  } catch {
    // Not there, not ours, or locked.
  }
  return undefined;
}
