import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import {
  byTree,
  databaseStatus,
  distributeDatabase,
  distributing,
  migrateDatabase,
  onEveryNode,
} from './distribute.ts';
import { migrations } from './migrate.ts';

test('the state of a database is reported without changing it, and without its password', async () => {
  const url = await freshDatabase();
  const before = await databaseStatus(url);
  expect(before).toMatchObject({
    server: expect.stringMatching(/^\d+/),
    citus: null,
    distributed: [],
    migrations: migrations.map(({ name }) => ({ name, applied: false })),
  });
  expect(JSON.stringify(before)).not.toContain(new URL(url).password);
  expect(await migrateDatabase(url)).toEqual(migrations.map(({ name }) => name));
  expect(await migrateDatabase(url)).toEqual([]);
  expect((await databaseStatus(url)).migrations.every(({ applied }) => applied)).toBe(true);
});

test('without Citus nothing is distributed, and the answer says so plainly', async () => {
  const url = await freshDatabase();
  expect(await distributeDatabase(url)).toEqual({
    distributed: false,
    message: expect.stringMatching(/has no Citus.*Nothing was changed/),
  });
});

test('every table is distributed by its tree or kept on every node, and what is done is not done again', async () => {
  const url = await freshDatabase();
  await migrateDatabase(url);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  );
  await client.end();
  expect(rows.map(({ tablename }) => tablename)).toEqual([...byTree, ...onEveryNode].toSorted());
  expect(distributing(new Set(), false)).toHaveLength(byTree.length + onEveryNode.length);
  expect(distributing(new Set(['event', 'meta']), false)).not.toContainEqual(
    expect.stringMatching(/table\('(event|meta)'/),
  );
  expect(distributing(new Set([...byTree, ...onEveryNode]), true)).toEqual([]);
});
