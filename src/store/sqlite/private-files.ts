import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes an empty file only its owner can read, in a folder only its owner can enter, whatever the umask says. SQLite
 * gives its -wal and -shm files the mode of the database. A folder that was there before keeps its mode.
 */
export function makePrivateFile(path: string): void {
  const folder = dirname(path);
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
  try {
    // Never open a database that exists: closing it again would drop the locks SQLite holds on it in this process.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(path, 0o600);
}
