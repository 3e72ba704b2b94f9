import { afterAll } from 'vitest';
import { emptied, freshDatabase } from '../../../test/support/postgres.ts';
import { storeContract } from '../store.contract.ts';
import { Connection } from './connect/connection.ts';
import { loadPg } from './connect/load-pg.ts';
import { openPostgres, storeOn } from './open.ts';

// As commands open it: a file has another name in the database than on its machine.
const machine = 'desk-1a2b3c4d';
let database: Promise<{ readonly url: string; readonly connection: Connection }> | undefined;
afterAll(async () => await (await database)?.connection.close());

// Connecting costs the server more than most cases do, so they share their connections; each has a store of its own,
// and what it opens again is opened as users do.
storeContract('PostgreSQL', async () => {
  const { url, connection } = await (database ??= prepared());
  await emptied(url);
  const store = { ...storeOn(connection, machine), [Symbol.asyncDispose]: async () => {} };
  return { store, reopen: () => openPostgres(url, { mode: 'write', machine }) };
});

async function prepared() {
  const url = await freshDatabase();
  await (await openPostgres(url, { mode: 'write' }))[Symbol.asyncDispose]();
  return { url, connection: new Connection(await loadPg(), url, {}) };
}
