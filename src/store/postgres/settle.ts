import type { Connection } from './connect/connection.ts';
import { isLost } from './connect/translate.ts';

const tables =
  'session, event, edge, file, piece, block, chain, attempt, complaint, failure, invocation, usage, digest, link';

/** After a long run: what the planner knows of the tables is brought up to date. The rest PostgreSQL does by itself. */
export async function settle(connection: Connection): Promise<void> {
  await ifAllowed(connection, `analyze ${tables}`);
}

/**
 * After something was removed for good: its rows go from the files too, as far as nobody reads them still. What is in
 * the server's log and backups is not ours to take away.
 */
export async function sweep(connection: Connection): Promise<void> {
  await ifAllowed(connection, `vacuum ${tables}`);
}

/** Who is not the owner of the tables leaves it to autovacuum. */
async function ifAllowed(connection: Connection, statement: string): Promise<void> {
  try {
    await connection.maintain(statement);
  } catch (error) {
    if (isLost(error)) return;
    if ((error as { readonly code?: string }).code !== '42501') throw error;
  }
}
