import { closeSync, openSync } from 'node:fs';
import { loadSqlite } from '../../platform/load-sqlite.ts';

/**
 * Runs the work unless another process or caller is already running it; then undefined. The lock is the operating
 * system's, taken through SQLite on an empty file: it ends with the process that holds it.
 */
export async function oneAtATime<Result>(lock: string, work: () => Promise<Result>): Promise<Result | undefined> {
  closeSync(openSync(lock, 'a', 0o600));
  const database = new (loadSqlite().DatabaseSync)(lock, { timeout: 0 });
  try {
    try {
      database.exec('begin exclusive');
    } catch (error) {
      if (/locked|busy/.test(String(error))) return undefined;
      throw error;
    }
    return await work();
  } finally {
    database.close();
  }
}
