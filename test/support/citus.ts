import pg from 'pg';
import { freshDatabase } from './postgres.ts';
import { distributeDatabase } from '../../src/store/postgres/distribute.ts';

/**
 * The address of any database on the coordinator of a Citus cluster to which its workers were added. Citus is no
 * package of npm or Debian, so tests with it run where somebody names one.
 */
export const citus = process.env['STEMMA_CITUS'];

/** Why tests with Citus are skipped; undefined when they are not. */
export const withoutCitus = citus === undefined ? 'STEMMA_CITUS names no database of a Citus cluster' : undefined;

/** A new database on every node of the cluster, its tables distributed; its address on the coordinator. */
export async function distributedDatabase(): Promise<string> {
  const name = `stemma_test_${process.pid}_${(count += 1)}`;
  const nodes = await nodesOf(citus!);
  for (const node of nodes) {
    await on(node, [`drop database if exists ${name} with (force)`, `create database ${name}`]);
    await on(within(node, name), ['create extension citus']);
  }
  const [coordinator, ...workers] = nodes.map((node) => new URL(node));
  const url = within(coordinator!.href, name);
  await on(url, [
    `select citus_set_coordinator_host('${coordinator!.hostname}', ${coordinator!.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  ]);
  await distributeDatabase(url);
  return url;
}

/** What makes an empty database of each sort there is here. */
export const everyPostgres: readonly (readonly [name: string, make: () => Promise<string>])[] = [
  ['PostgreSQL', freshDatabase],
  ...(withoutCitus ? [] : ([['Citus', distributedDatabase]] as const)),
];

let count = 0;

/** The coordinator first. */
async function nodesOf(url: string): Promise<readonly string[]> {
  const [rows] = await on<{ nodename: string; nodeport: number }>(url, [
    `select nodename, nodeport from pg_dist_node where noderole = 'primary' order by groupid`,
  ]);
  return rows!.map(
    ({ nodename, nodeport }) => Object.assign(new URL(url), { hostname: nodename, port: nodeport }).href,
  );
}

function within(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function on<Row extends pg.QueryResultRow>(
  url: string,
  statements: readonly string[],
): Promise<readonly Row[][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const answers: Row[][] = [];
    for (const statement of statements) answers.push((await client.query<Row>(statement)).rows);
    return answers;
  } finally {
    await client.end();
  }
}
