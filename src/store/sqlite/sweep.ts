import { StemmaError } from '../../model/stemma-error.ts';
import { run, type Query } from '../queries/query.ts';
import type { Connection } from './connect/connection.ts';
import { translate } from './connect/translate.ts';

/**
 * Inside the transaction that removes something for good: the file must be swept, even if we are killed right after.
 */
export function* markForSweep(): Query<void> {
  yield* run(`insert or ignore into meta values ('traces-left', 'yes')`);
}

/**
 * Rewrites the file if something was removed for good: SQLite leaves old bytes in pages that were split or freed, and
 * FTS5 keeps the words of deleted texts until it merges.
 */
export function sweep(connection: Connection): void {
  if (connection.get(`select 1 from meta where name = 'traces-left'`) === undefined) return;
  try {
    connection.run(`insert into search (search) values ('optimize')`);
    connection.db.exec('vacuum');
  } catch (error) {
    const translated = translate(error, connection.path);
    if (!(translated instanceof StemmaError)) throw translated;
    throw new StemmaError(
      translated.code,
      `What was to be forgotten is gone from every answer, but traces may be left in ${connection.path}.`,
      {
        hint: 'Rewriting the store needs as much free space as it takes itself. Make room; the next ingest tries again.',
        cause: error,
      },
    );
  }
  connection.run(`delete from meta where name = 'traces-left'`);
  shortenLog(connection);
}

/** Moves the log into the database. Readers may hold part of it back; the next run moves the rest. */
export function shortenLog(connection: Connection): void {
  connection.db.exec('pragma wal_checkpoint(truncate)');
}
