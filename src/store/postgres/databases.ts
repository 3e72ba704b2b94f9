import { addressOf, translate } from './connect/translate.ts';
import { loadPg } from './connect/load-pg.ts';

/** Makes the database of an address, on the server of another one, if it is not there. */
export async function createDatabase(base: string, address: string): Promise<void> {
  await onServer(base, async (query) => {
    const name = databaseName(address);
    const found = await query('select 1 from pg_database where datname = $1', [name]);
    if (found.length > 0) return;
    try {
      await query(`create database ${quoted(name)}`);
    } catch (error) {
      // Somebody else was quicker.
      if (!['42P04', '23505'].includes(String((error as { readonly code?: string }).code))) throw error;
    }
  });
}

/** The names of all databases on the server of an address. */
export async function databaseNames(base: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  await onServer(base, async (query) => {
    for (const { datname } of await query('select datname from pg_database')) names.add(String(datname));
  });
  return names;
}

/** Removes it for good; its connections are ended. */
export async function dropDatabase(base: string, address: string): Promise<void> {
  await onServer(base, (query) => query(`drop database if exists ${quoted(databaseName(address))} with (force)`));
}

type Row = Readonly<Record<string, unknown>>;

async function onServer(
  base: string,
  work: (query: (sql: string, values?: readonly string[]) => Promise<readonly Row[]>) => Promise<unknown>,
): Promise<void> {
  const { Client } = await loadPg();
  const client = new Client({ connectionString: base, application_name: 'stemma', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await work(async (sql, values = []) => (await client.query<Row>(sql, [...values])).rows);
  } catch (error) {
    throw translate(error, addressOf(base));
  } finally {
    await client.end().catch(() => {});
  }
}

export function databaseName(address: string): string {
  return decodeURIComponent(new URL(address).pathname.slice(1));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
