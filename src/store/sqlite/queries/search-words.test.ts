import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { indexText } from '../../../platform/search/words.ts';
import { matchQueries } from './match-queries.ts';

test('text without Chinese, Japanese or Korean goes into the index as it is', () => {
  expect(indexText('plain text, ünïcode — and signs')).toBe('plain text, ünïcode — and signs');
});

test('a run of characters becomes its pairs and its last character', () => {
  expect(indexText('修复abc').trim().split(/\s+/)).toEqual(['修复', '复', 'abc']);
  expect(indexText('猫').trim()).toBe('猫');
});

test('every word is quoted, and only the last may be a beginning', () => {
  expect(matchQueries('fix the "login')).toEqual({
    finished: '"fix" AND "the" AND "login"',
    begun: '"fix" AND "the" AND "login"*',
  });
  expect(matchQueries('a b')).toEqual({ finished: '"a" AND "b"' });
  expect(matchQueries('データ')).toEqual({ finished: '"デー" AND "ータ"' });
  expect(matchQueries(' !? ')).toEqual({});
});

test('no text whatever makes a query that SQLite refuses', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(
    `create virtual table search using fts5 (text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 2')`,
  );
  const insert = db.prepare('insert into search (rowid, text) values (?, ?)');
  const ask = db.prepare('select rowid from search where search match ? limit 1');
  let row = 0;
  for (const text of ['a\u19b0b', 'a\u1cf2b']) for (const query of Object.values(matchQueries(text))) ask.all(query);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string()), (text) => {
      insert.run((row += 1), indexText(text));
      for (const query of Object.values(matchQueries(text))) ask.all(query);
    }),
    { numRuns: 2_000 },
  );
});
