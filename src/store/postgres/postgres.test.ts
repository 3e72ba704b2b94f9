import { emptied, freshDatabase } from '../../../test/support/postgres.ts';
import { storeContract } from '../store.contract.ts';
import { openPostgres } from './open.ts';

let database: Promise<string> | undefined;

// Each case finds the store closed that the one before had open.
storeContract('PostgreSQL', async () => {
  const url = await (database ??= freshDatabase());
  await emptied(url);
  const open = () => openPostgres(url, { mode: 'write' });
  return { store: await open(), reopen: open };
});
