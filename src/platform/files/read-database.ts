import { constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSqlite } from '../load-sqlite.ts';

/** How long to wait for a program that is writing. */
const patienceMs = 5_000;
/** A program that never pauses for as long as a copy takes is read at the next look. */
const maxTries = 3;
/** Several questions in a row share a copy; then it goes, since it may hold private data. */
const idleMs = 5_000;

/** A database that is open for reading; disposing of it closes it, or leaves it to the next reader. */
export interface OpenDatabase extends Disposable {
  readonly database: DatabaseSync;
}

/**
 * Another program's SQLite database, for reading, as last committed, including rows in its write-ahead log. Nothing in
 * its folder is changed, not even the shared memory beside a log, the folder may be read-only, and the program may be
 * running. Throws SQLite's error when it is no database.
 *
 * A reader of a database with a write-ahead log locks and changes the shared memory beside it, so the file is copied
 * together with its log. So is one with a change that a killed program left half done. Without either the file alone
 * is complete and is opened as it is. See decision 049.
 */
export function readDatabase(path: string): OpenDatabase {
  const { DatabaseSync } = loadSqlite();
  const options = { readOnly: true, timeout: patienceMs };
  const [hasLog, hasJournal] = [sizeOf(`${path}-wal`) > 0, sizeOf(`${path}-journal`) >= 0];
  if (!hasLog && !hasJournal) return closing(ready(new DatabaseSync(asItIs(path), options)));
  if (!hasLog) {
    try {
      // A reader takes a lock for a moment and writes nothing.
      return closing(ready(new DatabaseSync(path, options)));
    } catch (error) {
      // During a change a copy would not be consistent.
      if (((error as { readonly errcode?: number }).errcode ?? 0) % 256 === busy) throw error;
      // Not ours to open: it belongs to another user, or needs a rollback.
    }
  }
  return sharedCopy(path);
}

const busy = 5;

function closing(database: DatabaseSync): OpenDatabase {
  return { database, [Symbol.dispose]: () => database.close() };
}

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

interface Copy {
  /** The database and the state in which it was copied. */
  readonly of: string;
  readonly database: DatabaseSync;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/** The last copy: a database is listed, peeked into and read session by session. */
let last: Copy | undefined;

function sharedCopy(path: string): OpenDatabase {
  const of = [path, stateOf(path), stateOf(`${path}-wal`), stateOf(`${path}-journal`)].join('\0');
  if (last?.of !== of) {
    if (last) release(last);
    last = { of, database: fromCopy(path), users: 0, idle: undefined };
  }
  const copy = last;
  clearTimeout(copy.idle);
  copy.users++;
  return {
    database: copy.database,
    [Symbol.dispose]() {
      copy.users--;
      if (copy !== last) return release(copy);
      copy.idle = setTimeout(() => {
        if (last === copy) last = undefined;
        release(copy);
      }, idleMs).unref();
    },
  };
}

function release(copy: Copy): void {
  if (copy.users > 0) return;
  clearTimeout(copy.idle);
  if (copy.database.isOpen) copy.database.close();
}

/** Opened from a copy that is deleted at once, since it may hold private data. */
function fromCopy(path: string): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  const folder = mkdtempSync(join(tmpdir(), 'stemma-read-'));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  try {
    const hasJournal = copyTo(folder, path);
    return ready(new DatabaseSync(join(folder, basename(path)), { readOnly: !hasJournal, timeout: patienceMs }));
  } finally {
    try {
      forget();
    } catch {
      // Windows does not delete open files.
      process.once('exit', forget);
    }
  }
}

/**
 * Copies the file before its log, and again if it has changed meanwhile: then a log was brought in, of which the copy
 * may have a part. The log itself may grow; what is torn at its end is ignored. Returns whether there is a journal.
 */
function copyTo(folder: string, path: string): boolean {
  for (let tries = 1; ; tries++) {
    const before = stateOf(path) + stateOf(`${path}-journal`);
    const [, , hasJournal] = ['', '-wal', '-journal'].map((end) => copyOne(`${path}${end}`, folder));
    if (stateOf(path) + stateOf(`${path}-journal`) === before) return hasJournal!;
    if (tries === maxTries)
      throw Object.assign(new Error(`${path} is written to without a pause`), { code: 'EBUSY', syscall: 'copyfile' });
  }
}

function copyOne(path: string, folder: string): boolean {
  const to = join(folder, basename(path));
  try {
    // Where the file system can, the copy shares the blocks.
    copyFileSync(path, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    rmSync(to, { force: true });
    return false;
  }
}

function stateOf(path: string): string {
  const state = statSync(path, { bigint: true, throwIfNoEntry: false });
  return state === undefined ? '-' : `${state.ino}.${state.size}.${state.mtimeNs};`;
}

/** -1 when there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}
