import { hash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSqlite } from '../load-sqlite.ts';
import { readDatabase } from './read-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'stemma-test-'));
const { DatabaseSync } = loadSqlite();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that has two notes in its database, the second only in the log. */
const program = new DatabaseSync(join(folder, 'notes.db'));
program.exec(
  "pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table note (text); insert into note values ('first'); pragma wal_checkpoint; insert into note values ('second')",
);
afterAll(() => program.close());

const notesIn = (path: string) => {
  using open = readDatabase(path);
  return open.database
    .prepare('select text from note')
    .all()
    .map(({ text }) => text);
};

/** Every file of a folder with its bytes and its time. */
const everythingIn = (of: string) =>
  readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, hash('sha256', readFileSync(path)), statSync(path).mtimeMs] as const;
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));

function putAside(name: string, ...ends: readonly string[]): string {
  const to = join(folder, name);
  mkdirSync(to);
  for (const end of ends) cpSync(join(folder, `notes.db${end}`), join(to, `notes.db${end}`));
  return to;
}

describe('the database of another program', () => {
  test('is read with what is still in its log, while the program runs', () => {
    expect(notesIn(join(folder, 'notes.db'))).toEqual(['first', 'second']);
    program.exec("insert into note values ('third')");
    expect(notesIn(join(folder, 'notes.db'))).toEqual(['first', 'second', 'third']);
    program.exec("delete from note where text = 'third'");
  });

  test('is read from a folder that nobody may write to', () => {
    const aside = putAside('read-only', '', '-wal');
    for (const file of readdirSync(aside)) chmodSync(join(aside, file), 0o444);
    chmodSync(aside, 0o555);
    expect(notesIn(join(aside, 'notes.db'))).toEqual(['first', 'second']);
    chmodSync(aside, 0o755);
  });

  test.each([
    ['no log', ['']],
    ['a log', ['', '-wal']],
    ['a log and shared memory', ['', '-wal', '-shm']],
  ] as const)('is left as it was: nothing new lies beside it when it has %s', (name, ends) => {
    const aside = putAside(`as it was, ${name}`, ...ends);
    const before = everythingIn(aside);
    expect(notesIn(join(aside, 'notes.db'))).toContain('first');
    expect(everythingIn(aside)).toEqual(before);
  });

  test('is left as it was while its program runs, not one byte of its shared memory differs', () => {
    const running = join(folder, 'running');
    mkdirSync(running);
    const open = new DatabaseSync(join(running, 'notes.db'));
    try {
      open.exec("pragma journal_mode = wal; create table note (text); insert into note values ('first')");
      const before = everythingIn(running);
      expect(before).toHaveLength(3);
      expect(notesIn(join(running, 'notes.db'))).toEqual(['first']);
      expect(notesIn(join(running, 'notes.db'))).toEqual(['first']);
      expect(everythingIn(running)).toEqual(before);
      open.exec(
        "insert into note values ('second'); pragma wal_checkpoint(truncate); insert into note values ('third')",
      );
      expect(notesIn(join(running, 'notes.db'))).toEqual(['first', 'second', 'third']);
    } finally {
      open.close();
    }
  });

  test('without a write-ahead log shows nothing uncommitted, whether its program still writes or was killed', () => {
    const place = join(folder, 'journal');
    mkdirSync(place);
    const writing = new DatabaseSync(join(place, 'notes.db'));
    try {
      // So little memory that what is not committed is written out already.
      writing.exec('pragma journal_mode = delete; pragma cache_size = 2; create table note (text)');
      const insert = writing.prepare('insert into note values (?)');
      for (let n = 0; n < 50; n++) insert.run(`committed ${'x'.repeat(1_000)}`);
      writing.exec("begin; update note set text = replace(text, 'committed', 'uncertain')");
      const killed = join(folder, 'killed');
      cpSync(place, killed, { recursive: true });
      expect(readdirSync(killed)).toEqual(['notes.db', 'notes.db-journal']);
      const bytes = readFileSync(join(killed, 'notes.db'));
      expect(notesIn(join(killed, 'notes.db')).filter((text) => String(text).startsWith('committed'))).toHaveLength(50);
      expect(readdirSync(killed)).toEqual(['notes.db', 'notes.db-journal']);
      expect(readFileSync(join(killed, 'notes.db')).equals(bytes)).toBe(true);
      writing.exec('rollback');
      expect(notesIn(join(place, 'notes.db'))).toHaveLength(50);
    } finally {
      writing.close();
    }
  });

  test('is found under a name that would mean something in a URL', () => {
    const odd = putAside('50% #1 ?mode=rw', '');
    expect(notesIn(join(odd, 'notes.db'))).toEqual(['first']);
  });

  test('that is none is refused', () => {
    writeFileSync(join(folder, 'letter.txt'), 'Dear reader, this is no database, however long it may go on.');
    expect(() => readDatabase(join(folder, 'letter.txt'))).toThrow('not a database');
  });
});
