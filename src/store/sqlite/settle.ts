import type { Connection } from './connect/connection.ts';
import { shortenLog, sweep } from './sweep.ts';

/** After a long run: merges the segments that searches read, and shortens the log that readers open. */
export function settle(connection: Connection): void {
  // A step at a time, until a step changes next to nothing.
  for (let steps = 0; steps < maxMergeSteps; steps += 1) {
    const before = totalChanges(connection);
    connection.run(`insert into search (search, rank) values ('merge', ${pagesPerStep})`);
    if (totalChanges(connection) - before < 2) break;
  }
  sweep(connection);
  shortenLog(connection);
}

const pagesPerStep = 500;
const maxMergeSteps = 200;

function totalChanges(connection: Connection): number {
  return connection.get<{ changes: number }>('select total_changes() as changes')!.changes;
}
