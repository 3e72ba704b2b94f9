import { afterAll, describe } from 'vitest';
import { distributedDatabase, withoutCitus } from '../../../test/support/citus.ts';
import { emptied } from '../../../test/support/postgres.ts';
import { storeContract } from '../store.contract.ts';
import { Connection } from './connect/connection.ts';
import { loadPg } from './connect/load-pg.ts';
import { openPostgres, storeOn } from './open.ts';

const machine = 'desk-1a2b3c4d';
let database: Promise<{ readonly url: string; readonly connection: Connection }> | undefined;
afterAll(async () => await (await database)?.connection.close());

describe.skipIf(withoutCitus !== undefined)(`on a cluster${withoutCitus ? ` (${withoutCitus})` : ''}`, () => {
  storeContract('PostgreSQL distributed by Citus', async () => {
    const { url, connection } = await (database ??= prepared());
    await emptied(url);
    const store = { ...storeOn(connection, machine), [Symbol.asyncDispose]: async () => {} };
    return { store, reopen: () => openPostgres(url, { mode: 'write', machine }) };
  });
});

async function prepared() {
  const url = await distributedDatabase();
  return { url, connection: new Connection(await loadPg(), url, {}) };
}
