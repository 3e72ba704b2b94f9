import type { Client } from 'pg';
import { StemmaError } from '../../model/stemma-error.ts';
import { pendingOf, sharedMigrations, type Migration } from '../queries/migrations.ts';
import { codeRows } from '../rows/codes.ts';
import { migrating } from './connect/locks.ts';
import { beginning } from './migrations/0001-beginning.ts';
import { forPeople } from './migrations/0002-for-people.ts';
import { digests } from './migrations/0003-digests.ts';
import { quickWalks } from './migrations/0004-quick-walks.ts';
import { countedChains } from './migrations/0005-counted-chains.ts';
import { lineageForPeople } from './migrations/0015-lineage-for-people.ts';
import { judgements } from './migrations/0008-judgements.ts';

/** In order. A migration that was released is never edited. */
export const migrations: readonly Migration[] = [
  beginning,
  forPeople,
  digests,
  quickWalks,
  countedChains,
  judgements,
  // Text is compared byte by byte, whatever the language of the database.
  ...sharedMigrations((type) => (type === 'text' ? 'text collate "C"' : type)),
  // Reads columns that the shared ones add.
  lineageForPeople,
];

const forReaders: readonly Migration[] = [forPeople, quickWalks, lineageForPeople];

/** The migrations that create tables. */
export const ofTables: readonly Migration[] = migrations.filter((each) => !forReaders.includes(each));

/**
 * Updates the database, each step completely or not at all. When several processes come at once, one does it and the
 * others wait.
 */
export async function migrate(client: Client, address: string): Promise<void> {
  while ((await pendingMigrations(client, address)).length > 0) {
    await client.query('begin');
    try {
      await client.query('select pg_advisory_xact_lock($1)', [migrating]);
      // A server process learns of tables that others created only when it locks one; without this, it may miss those
      // created while it waited.
      await client.query('select 1 from pg_class limit 1');
      const [next] = await pendingMigrations(client, address);
      if (next) {
        await client.query(
          'create table if not exists migration (name text collate "C" primary key, at timestamptz not null default now())',
        );
        await client.query(next.sql);
        await client.query('insert into migration values ($1)', [next.name]);
        await writeCodes(client);
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  }
}

/** Migrations this database still needs. Only reads; one that a newer stemma has changed is refused. */
export async function pendingMigrations(client: Client, address: string): Promise<readonly Migration[]> {
  const applied = new Set(await appliedMigrations(client, address));
  return pendingOf(migrations, applied, `at ${address}`);
}

async function appliedMigrations(client: Client, address: string): Promise<readonly string[]> {
  // The event first: both are in one transaction, and what another process creates meanwhile may become visible between
  // the two.
  const {
    rows: [there],
  } = await client.query<{ migration: string | null; event: string | null }>(
    `select to_regclass('event')::text as event, to_regclass('migration')::text as migration`,
  );
  if (there!.migration !== null) {
    try {
      return (await client.query<{ name: string }>('select name from migration')).rows.map(({ name }) => name);
    } catch (error) {
      if ((error as { readonly code?: string }).code !== undefinedColumn) throw error;
    }
  }
  if (there!.migration !== null || there!.event !== null) {
    throw new StemmaError(
      'store-damaged',
      `The database at ${address} has tables of the names stemma uses, but they are not stemma's.`,
      {
        hint: 'It was left as it is. Make a database for stemma alone: `createdb stemma`.',
      },
    );
  }
  return [];
}

const undefinedColumn = '42703';

async function writeCodes(client: Client): Promise<void> {
  await client.query(
    'insert into code select * from jsonb_to_recordset($1::jsonb) as x(field text, code smallint, word text) on conflict do nothing',
    [JSON.stringify(codeRows)],
  );
}
