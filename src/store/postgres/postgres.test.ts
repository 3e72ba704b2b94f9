import { emptied, freshDatabase } from '../../../test/support/postgres.ts';
import { storeContract } from '../store.contract.ts';
import { openPostgres } from './open.ts';

let database: Promise<string> | undefined;

// Each case finds the store closed that the one before had open.
storeContract('PostgreSQL', async () => {
  const url = await (database ??= freshDatabase());
  await emptied(url);
  // As every door opens it: a file is called otherwise in the database than by its machine.
  const open = () => openPostgres(url, { mode: 'write', machine: 'desk-1a2b3c4d' });
  return { store: await open(), reopen: open };
});
