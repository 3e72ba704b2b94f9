import { afterAll, expect, test } from 'vitest';
import { distributedDatabase, withoutCitus } from '../../../test/support/citus.ts';
import { emptied } from '../../../test/support/postgres.ts';
import { storeContract } from '../store.contract.ts';
import { Connection } from './connect/connection.ts';
import { loadPg } from './connect/load-pg.ts';
import { databaseStatus } from './distribute.ts';
import { openPostgres, storeOn } from './open.ts';

const machine = 'desk-1a2b3c4d';
let database: Promise<{ readonly url: string; readonly connection: Connection }> | undefined;
afterAll(async () => await (await database)?.connection.close());

test.skipIf(withoutCitus !== undefined)(
  `Citus is here${withoutCitus ? `: not run, because ${withoutCitus}` : ''}`,
  async () => expect((await databaseStatus(await distributedDatabase())).distributed).toContain('event'),
);

if (!withoutCitus)
  storeContract('PostgreSQL distributed by Citus', async () => {
    const { url, connection } = await (database ??= prepared());
    await emptied(url);
    const store = { ...storeOn(connection, machine), [Symbol.asyncDispose]: async () => {} };
    return { store, reopen: () => openPostgres(url, { mode: 'write', machine }) };
  });

async function prepared() {
  const url = await distributedDatabase();
  return { url, connection: new Connection(await loadPg(), url, {}) };
}
