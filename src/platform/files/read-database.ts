import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSqlite } from '../load-sqlite.ts';

/** How long to wait for a program that is writing. */
const patienceMs = 5_000;

/**
 * Another program's SQLite database, for reading, as last committed, including rows in its write-ahead log. Nothing is
 * created beside it, the folder may be read-only, and the program may be running. Throws SQLite's error when it is no
 * database.
 *
 * A reader of a database in WAL mode needs the shared-memory file beside it and would create one, so it is opened that
 * way only where the file exists. With neither a log nor a journal the file alone is complete. The remaining cases are
 * read from a copy: a log without shared memory, or a change that a killed program left half done.
 */
export function readDatabase(path: string): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  const options = { readOnly: true, timeout: patienceMs };
  const [hasLog, hasJournal] = [existsSync(`${path}-wal`), existsSync(`${path}-journal`)];
  if (!hasLog && !hasJournal) return ready(new DatabaseSync(asItIs(path), options));
  if (!hasLog || existsSync(`${path}-shm`)) {
    try {
      return ready(new DatabaseSync(path, options));
    } catch (error) {
      // During a change a copy would not be consistent.
      if (hasJournal && ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === busy) throw error;
      // Not ours to open: it belongs to another user, is on a file system without shared memory, or needs a rollback.
    }
  }
  return fromCopy(path, (copy) => ready(new DatabaseSync(copy, { ...options, readOnly: !hasJournal })));
}

const busy = 5;

/** Opening reads nothing; the first query shows whether it is a database. */
function ready(database: DatabaseSync): DatabaseSync {
  try {
    database.prepare('select 1 from sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Takes no lock and creates no file. Only valid for a database with neither log nor journal, which nobody is writing
 * to.
 */
function asItIs(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Opened from a copy that is deleted at once, since it may hold private data. */
function fromCopy(path: string, open: (copy: string) => DatabaseSync): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-read-'));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const end of ['', '-wal', '-journal'])
      if (end === '' || existsSync(`${path}${end}`))
        copyFileSync(`${path}${end}`, join(folder, `${basename(path)}${end}`));
    return open(join(folder, basename(path)));
  } finally {
    try {
      forget();
    } catch {
      // Windows does not delete open files.
      process.once('exit', forget);
    }
  }
}
