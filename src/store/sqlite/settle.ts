import type { Connection } from './connection.ts';

/** After a long run: fewer segments for searches to look through, and a short log for readers to open. */
export function settle(connection: Connection): void {
  // A step at a time, until a step changes next to nothing.
  for (let steps = 0; steps < mostMergeSteps; steps += 1) {
    const before = totalChanges(connection);
    connection.run(`insert into search (search, rank) values ('merge', ${pagesPerStep})`);
    if (totalChanges(connection) - before < 2) break;
  }
  shortenLog(connection);
}

/** Moves the log into the database. Readers may hold part of it back; the next run gets it then. */
export function shortenLog(connection: Connection): void {
  connection.db.exec('pragma wal_checkpoint(truncate)');
}

const pagesPerStep = 500;
const mostMergeSteps = 200;

function totalChanges(connection: Connection): number {
  return connection.get<{ changes: number }>('select total_changes() as changes')!.changes;
}
