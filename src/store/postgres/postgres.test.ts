import { emptied, freshDatabase } from '../../../test/support/postgres.ts';
import { storeContract } from '../store.contract.ts';
import { openPostgres } from './open.ts';

let database: Promise<string> | undefined;

// Each case closes the store of the one before.
storeContract('PostgreSQL', async () => {
  const url = await (database ??= freshDatabase());
  await emptied(url);
  // As commands open it: a file has another name in the database than on its machine.
  const open = () => openPostgres(url, { mode: 'write', machine: 'desk-1a2b3c4d' });
  return { store: await open(), reopen: open };
});
