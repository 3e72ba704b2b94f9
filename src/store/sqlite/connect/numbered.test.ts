import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Connection } from './connection.ts';
import { numbered } from './numbered.ts';

test('a value that is used twice is handed over twice', () => {
  expect(numbered('a = ?1 and b = ?2 or c = ?1')).toEqual({ plain: 'a = ? and b = ? or c = ?', uses: [0, 1, 0] });
});

test('plain parameters stay as they are, and go on counting between numbered ones', () => {
  expect(numbered('values (?, ?)').uses).toBeUndefined();
  expect(numbered('x = ?, y = coalesce(?3, ?3), z = ?').uses).toEqual([0, 2, 2, 3]);
});

test('a connection takes what SQLite would take', () => {
  const sql = 'select ? as a, ?3 as b, ?2 as c, ? as d, ?1 as e';
  const connection = new Connection(':memory:', new DatabaseSync(':memory:'));
  const row = { a: 1, b: 3, c: 2, d: 4, e: 1 };
  expect(connection.get(sql, 1, 2, 3, 4)).toEqual(row);
  expect(connection.all(sql, 1, 2, 3, 4)).toEqual([row]);
  expect(connection.rows(sql, 1, 2, 3, 4)).toEqual([Object.values(row)]);
});
