import type { Client } from 'pg';
import { addressOf, translate } from './connect/translate.ts';
import { loadPg } from './connect/load-pg.ts';
import { lineageByTree } from './lineage-by-tree.ts';
import { migrate, migrations, pendingMigrations } from './migrate.ts';

export { addressOf };

export interface DatabaseStatus {
  /** Without the password. */
  readonly address: string;
  readonly server: string;
  readonly migrations: readonly { readonly name: string; readonly applied: boolean }[];
  /** Version of Citus, where the database has it. */
  readonly citus: string | null;
  /** Tables that are spread over several nodes. */
  readonly distributed: readonly string[];
  readonly bytes: number;
}

export interface Distributed {
  readonly distributed: boolean;
  /** What was done, or why nothing was. */
  readonly message: string;
}

/** The state of the database at an address; changes nothing. */
export async function databaseStatus(url: string): Promise<DatabaseStatus> {
  return await withClient(url, async (client, address) => {
    const pending = new Set((await pendingMigrations(client, address)).map(({ name }) => name));
    const {
      rows: [row],
    } = await client.query<{ server: string; citus: string | null; bytes: string }>(
      `select current_setting('server_version') as server, (select extversion from pg_extension where extname = 'citus') as citus, pg_database_size(current_database())::text as bytes`,
    );
    return {
      address,
      server: row!.server,
      citus: row!.citus,
      bytes: Number(row!.bytes),
      migrations: migrations.map(({ name }) => ({ name, applied: !pending.has(name) })),
      distributed: row!.citus === null ? [] : await distributedTables(client),
    };
  });
}

/** Creates or updates the tables; returns the names of the migrations. */
export async function migrateDatabase(url: string): Promise<readonly string[]> {
  return await withClient(url, async (client, address) => {
    const pending = await pendingMigrations(client, address);
    await migrate(client, address);
    return pending.map(({ name }) => name);
  });
}

/**
 * Distributes the tables over the nodes of Citus: those that grow with events by their tree, colocated, the others
 * complete on every node. May be repeated, and others may write meanwhile (docs/decisions/053-citus.md).
 */
export async function distributeDatabase(url: string): Promise<Distributed> {
  return await withClient(url, async (client, address) => {
    await migrate(client, address);
    const { rows } = await client.query<{ extversion: string }>(
      `select extversion from pg_extension where extname = 'citus'`,
    );
    if (rows.length === 0) {
      const { rows: available } = await client.query(`select 1 from pg_available_extensions where name = 'citus'`);
      return {
        distributed: false,
        message:
          available.length > 0
            ? 'This server has Citus, but this database does not use it. Let its owner run `create extension citus`, then try again. Nothing was changed.'
            : 'This server has no Citus, so everything stays on it. Nothing was changed.',
      };
    }
    const done = new Set(await distributedTables(client));
    // Moving rows while others write takes Citus many times as long as moving none.
    const holdsRows = (await client.query('select 1 from event limit 1')).rows.length > 0;
    for (const statement of distributing(done, holdsRows)) await client.query(statement);
    await client.query(lineageByTree);
    return {
      distributed: true,
      message: `${byTree.length} tables are distributed by their tree, ${onEveryNode.length} are on every node (Citus ${rows[0]!.extversion}).`,
    };
  });
}

export const byTree = [
  'event',
  'piece',
  'block',
  'issue',
  'unknown_kind',
  'edge',
  'chain',
  'failure',
  'attempt',
  'complaint',
  'digest',
  'invocation',
  'usage',
] as const;
/** Tables that are small for each session or need no session, and are joined with any other. */
export const onEveryNode = [
  'session',
  'file',
  'link',
  'judgement',
  'worked',
  'code',
  'failure_vector',
  'forgotten',
  'meta',
  'migration',
] as const;

/** The statements that are still to be run. */
export function distributing(done: ReadonlySet<string>, holdsRows: boolean): readonly string[] {
  const [first, ...others] = byTree;
  const distribute = holdsRows ? 'create_distributed_table_concurrently' : 'create_distributed_table';
  return [
    ...onEveryNode.filter((table) => !done.has(table)).map((table) => `select create_reference_table('${table}')`),
    ...(done.has(first) ? [] : [`select ${distribute}('${first}', 'tree')`]),
    ...others
      .filter((table) => !done.has(table))
      .map((table) => `select ${distribute}('${table}', 'tree', colocate_with => '${first}')`),
  ];
}

async function distributedTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition order by 1',
  );
  return rows.map(({ name }) => name);
}

async function withClient<Answer>(
  url: string,
  work: (client: Client, address: string) => Promise<Answer>,
): Promise<Answer> {
  const address = addressOf(url);
  const { Client: PgClient } = await loadPg();
  const client = new PgClient({ connectionString: url, application_name: 'stemma', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client, address);
  } catch (error) {
    throw translate(error, address);
  } finally {
    await client.end().catch(() => {});
  }
}
