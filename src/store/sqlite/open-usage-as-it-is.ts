import { loadSqlite } from '../../platform/load-sqlite.ts';
import { usedBetween } from '../queries/usage/usage.ts';
import type { StoreReader } from '../store.ts';
import { Connection } from './connect/connection.ts';
import { sqliteDialect } from './dialect.ts';
import { usage } from './queries/usage.ts';

/**
 * What was used, for a status line: it waits for nobody, migrates nothing and creates nothing. Undefined when there is
 * no store.
 */
export function openUsageAsItIs(path: string): Pick<StoreReader, 'usage' | 'usedBetween'> | undefined {
  try {
    const connection = new Connection(path, new (loadSqlite().DatabaseSync)(path, { readOnly: true }));
    return {
      usage: (filter, by) => connection.ask(() => connection.perform(usage(filter, by))),
      usedBetween: (filter) => connection.ask(() => connection.perform(usedBetween(sqliteDialect, filter))),
    };
  } catch {
    return undefined;
  }
}
