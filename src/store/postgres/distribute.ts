import type { Client } from 'pg';
import { StemmaError } from '../../model/stemma-error.ts';
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
 * complete on every node. May be repeated, and others may write meanwhile (docs/decisions/052-citus.md).
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
    const statements = distributing(done, await canMoveOnline(client));
    // Citus makes views anew and cannot where a function returns one.
    if (statements.length > 0) await client.query('drop function if exists get_recent_events(text, integer)');
    for (const statement of statements) await distributeTable(client, statement);
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
  'response',
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
export function distributing(done: ReadonlySet<string>, online: boolean): readonly string[] {
  const [first, ...others] = byTree;
  const distribute = online ? 'create_distributed_table_concurrently' : 'create_distributed_table';
  return [
    ...onEveryNode.filter((table) => !done.has(table)).map((table) => `select create_reference_table('${table}')`),
    ...(done.has(first) ? [] : [`select ${distribute}('${first}', 'tree')`]),
    ...others
      .filter((table) => !done.has(table))
      .map((table) => `select ${distribute}('${table}', 'tree', colocate_with => '${first}')`),
  ];
}

/** Rows are moved by logical replication. Without rows that only takes longer, and without it writers wait. */
async function canMoveOnline(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `select exists (select 1 from event) and current_setting('wal_level') = 'logical' as can`,
  );
  return rows[0]!.can;
}

async function distributeTable(client: Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    throw new StemmaError('store-unwritable', `Citus could not run \`${statement}\`: ${(error as Error).message}.`, {
      hint: 'What is distributed stays so, and nothing is lost. Put this right on the server and run `stemma db distribute` again.',
      cause: error,
    });
  }
}

async function distributedTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    // Hashed, or a reference table; not one that Citus merely knows of, as it does while it distributes.
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't' order by 1`,
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
