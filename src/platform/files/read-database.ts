import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSqlite } from '../load-sqlite.ts';

/** How long we wait for a program that is writing. */
const patienceMs = 5_000;

/**
 * Another program's SQLite database, for reading, as it was last committed: rows that are still in its write-ahead
 * log included. Nothing is created beside it, the folder may be read-only, and the program may be running. Throws
 * what SQLite throws when it is no database.
 *
 * A reader of a database in WAL mode needs the shared-memory file beside it and would make one; so that is joined
 * only where it is there already. With neither a log nor a journal the file alone is the whole truth. What is left, a
 * log without shared memory, such as a copy somebody put aside, or a change that a killed program left half done, is
 * read from a copy.
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
      // In the middle of a change nothing that could be copied is whole.
      if (hasJournal && ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === busy) throw error;
      // Not ours to join: another user's, or on a file system without shared memory; or not ours to take a change
      // back in.
    }
  }
  return fromCopy(path, (copy) => ready(new DatabaseSync(copy, { ...options, readOnly: !hasJournal })));
}

const busy = 5;

/** Where it is opened nothing is read yet; whether it is a database shows at the first question. */
function ready(database: DatabaseSync): DatabaseSync {
  try {
    database.prepare('select 1 from sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** No lock is taken and no file made: true for a database with neither log nor journal, which nobody is writing to. */
function asItIs(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Opened from a copy that is gone again at once: it may hold what is nobody's business. */
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
      // Windows keeps what is open.
      process.once('exit', forget);
    }
  }
}
