import type { Connection } from './connect/connection.ts';
import { isLost } from './connect/translate.ts';

const tables =
  'session, event, edge, file, piece, block, chain, attempt, complaint, failure, invocation, usage, response, digest, link';

/** After a long run: updates the planner's statistics. PostgreSQL does the rest by itself. */
export async function settle(connection: Connection): Promise<void> {
  await ifAllowed(connection, `analyze ${tables}`);
}

/**
 * After something was removed for good: its rows are removed from the files too, unless somebody still reads them. The
 * server's log and backups are beyond our reach.
 */
export async function sweep(connection: Connection): Promise<void> {
  await ifAllowed(connection, `vacuum ${tables}`);
}

/** Without ownership of the tables it is left to autovacuum. */
async function ifAllowed(connection: Connection, statement: string): Promise<void> {
  try {
    await connection.maintain(statement);
  } catch (error) {
    if (isLost(error)) return;
    if ((error as { readonly code?: string }).code !== '42501') throw error;
  }
}
