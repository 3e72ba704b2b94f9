import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { eventColumnNames } from '../rows/event-table.ts';
import { migrate, pendingMigrations } from './migrate.ts';

/** Tables that hold nothing of a session, and so no tree. Every other one could be distributed by it. */
const withoutTree: Readonly<Record<string, string>> = {
  migration: 'what was done to the store',
  meta: 'facts about the store itself',
  code: "the numbers of the model's words",
  failure: 'fingerprints and their vectors, the same in every tree',
  failure_vector: 'what models make of fingerprints, the same in every tree',
  forgotten: 'keys of uids only: the tree is forgotten with them',
};
/** FTS5's own tables, by number of the search document; `event.doc` refers to it. */
const searchTables = /^search(_|$)/;

const db = new DatabaseSync(':memory:');
migrate(db, pendingMigrations(db, ':memory:'));
const tables = db
  .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
  .all()
  .map(({ name }) => String(name))
  .filter((name) => !searchTables.test(name) && !(name in withoutTree));

test("the rule looks at the tables of a session's data", () => {
  expect(tables).toEqual(
    expect.arrayContaining(['session', 'event', 'file', 'piece', 'block', 'link', 'edge', 'issue', 'unknown_kind']),
  );
  for (const name of Object.keys(withoutTree)) expect(db.prepare(`select * from ${name}`)).toBeDefined();
});

test.each(tables)('the primary key and every unique index of %s begin with the tree', (table) => {
  const key = db
    .prepare(`select name from pragma_table_info(?) where pk > 0 order by pk`)
    .all(table)
    .map(({ name }) => name);
  expect(key[0]).toBe('tree');

  const unique = db
    .prepare(`select name from pragma_index_list(?) where "unique" = 1`)
    .all(table)
    .map(({ name }) => String(name));
  for (const index of unique) {
    const [first] = db.prepare('select name from pragma_index_info(?) order by seqno').all(index);
    expect(first?.['name'], index).toBe('tree');
  }
});

test('events have the columns that rows are made from, and the number of their search text', () => {
  const names = db
    .prepare('select name from pragma_table_info(?)')
    .all('event')
    .map(({ name }) => String(name));
  expect(names.toSorted()).toEqual([...eventColumnNames, 'doc'].toSorted());
});

test('there are no foreign keys, triggers or shared sequences', () => {
  for (const table of tables) expect(db.prepare('select * from pragma_foreign_key_list(?)').all(table)).toEqual([]);
  expect(db.prepare(`select name from sqlite_schema where type = 'trigger' or name = 'sqlite_sequence'`).all()).toEqual(
    [],
  );
});

test('every word of the model has its number in the store', () => {
  const words = db
    .prepare('select field, count(*) as count from code group by field order by field')
    .all()
    .map((row) => ({ ...row }));
  expect(words).toEqual([
    { field: 'act', count: 10 },
    { field: 'basis', count: 3 },
    { field: 'chain_basis', count: 2 },
    { field: 'chain_state', count: 4 },
    { field: 'edge_type', count: 9 },
    { field: 'error_kind', count: 4 },
    { field: 'kind', count: 13 },
    { field: 'origin', count: 5 },
    { field: 'role', count: 4 },
  ]);
});
