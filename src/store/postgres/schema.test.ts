import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { eventColumnTypes } from '../rows/event-table.ts';
import { postgresDialect } from './dialect.ts';
import { openPostgres } from './open.ts';

/**
 * Tables that hold nothing of a session, and so no tree: a distributed database keeps them on every node. Every other
 * one could be distributed by it.
 */
const withoutTree: Readonly<Record<string, string>> = {
  migration: 'what was done to the store',
  meta: 'facts about the store itself',
  code: "the numbers of the model's words",
  failure_vector: 'what models make of fingerprints, the same in every tree',
  forgotten: 'keys of uids only: the tree is forgotten with them',
};

let client: pg.Client;
beforeAll(async () => {
  const url = await freshDatabase();
  await (await openPostgres(url, { mode: 'write' }))[Symbol.asyncDispose]();
  client = new pg.Client(url);
  await client.connect();
});
afterAll(() => client.end());

async function rows(sql: string): Promise<readonly Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(sql)).rows;
}

const ofSessions = (column: string) =>
  `${column} not in (${Object.keys(withoutTree)
    .map((name) => `'${name}'`)
    .join(', ')})`;

test("every primary key and every unique index of a session's data begins with the tree", async () => {
  const indexes = await rows(
    `select t.relname as table, i.relname as index, a.attname as first from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] where x.indisunique and t.relnamespace = 'public'::regnamespace and ${ofSessions('t.relname')}`,
  );
  expect(indexes.length).toBeGreaterThan(15);
  expect(indexes.filter(({ first }) => first !== 'tree')).toEqual([]);
  const keyless = await rows(
    `select relname from pg_class t where relkind = 'r' and relnamespace = 'public'::regnamespace and not exists (select 1 from pg_index x where x.indrelid = t.oid and x.indisprimary)`,
  );
  expect(keyless).toEqual([]);
});

test('there are no foreign keys, triggers, sequences, or rules of exclusion', async () => {
  expect(
    await rows(
      `select conname from pg_constraint where contype in ('f', 'x') and connamespace = 'public'::regnamespace`,
    ),
  ).toEqual([]);
  expect(await rows(`select tgname from pg_trigger where not tgisinternal`)).toEqual([]);
  expect(
    await rows(`select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`),
  ).toEqual([]);
});

test('events have the columns that rows are made from, of the same types', async () => {
  const columns = await rows(
    `select a.attname, format_type(a.atttypid, null) as type from pg_attribute a
      where a.attrelid = 'event'::regclass and a.attnum > 0 and not a.attisdropped`,
  );
  expect(Object.fromEntries(columns.map(({ attname, type }) => [attname, type]))).toEqual({
    ...eventColumnTypes(),
    kept: 'bigint',
    words: 'tsvector',
  });
});

test('text is compared byte by byte, whatever the language of the database', async () => {
  const other = await rows(
    `select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0 and a.atttypid = 'text'::regtype and a.attcollation <> (select oid from pg_collation where collname = 'C')`,
  );
  expect(other).toEqual([]);
});

test("every statement that joins two tables of a session's data joins them by the tree, so that it goes to one shard or to all at once", () => {
  const tables = 'event|edge|piece|block|chain|attempt|complaint|failure|usage|response|digest|worked';
  const joins = globSync(['**/*.ts', '../queries/**/*.ts'], { cwd: import.meta.dirname })
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = asPostgresSpells(readFileSync(join(import.meta.dirname, name), 'utf8'));
      const pattern = new RegExp(`join (?:${tables}) \\w+ on (.*?)(?=\`| (?:left )?join | where | union )`, 'g');
      return [...text.matchAll(pattern)].map(([join_, on]) => ({ name, join: join_, on: on! }));
    });
  expect(joins.length).toBeGreaterThan(20);
  // Links, far causes and parents may lead to another tree; they are looked up by uid or id, everywhere. A list
  // parameter is not a table.
  expect(
    joins
      .filter(({ on }) => !/\btree = /.test(on) && !/cause = -\(|^c\.session = w\.value$/.test(on))
      .map(({ name, join: text }) => `${name}: ${text}`),
  ).toEqual([]);
});

/** The source of a shared query, with the dialect's text inserted, on one line. */
function asPostgresSpells(source: string): string {
  return source
    .replaceAll('${db.joinInOrder}', 'join')
    .replaceAll(/\$\{db\.unindexed\('([\w.]+)'\)\}/g, '$1')
    .replaceAll(/\$\{db\.failureOf\('(\w+)'\)\}/g, (_, row: string) => postgresDialect.failureOf(row))
    .replaceAll('${db.edgesByCause} ', '')
    .replaceAll('${isOfChain}', 'a.tree = ${column(0)}')
    .replaceAll(/\s+/g, ' ');
}

test('whoever comes while another makes the tables waits, and finds them made', async () => {
  const url = await freshDatabase();
  const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgres(url, { mode: 'write' })));
  for (const store of stores) {
    expect(await store.read.check()).toEqual([]);
    await store[Symbol.asyncDispose]();
  }
});

test("a database of a newer stemma is refused, and one that is not stemma's", async () => {
  const url = await freshDatabase();
  await (await openPostgres(url, { mode: 'write' }))[Symbol.asyncDispose]();
  const other = new pg.Client(url);
  await other.connect();
  await other.query(`insert into migration values ('9999-someday')`);
  await expect(openPostgres(url, { mode: 'read' })).rejects.toMatchObject({ code: 'store-too-new' });
  await other.end();

  const foreign = await freshDatabase();
  const theirs = new pg.Client(foreign);
  await theirs.connect();
  await theirs.query('create table event (a int)');
  await expect(openPostgres(foreign, { mode: 'write' })).rejects.toMatchObject({ code: 'store-damaged' });
  await theirs.end();
});
