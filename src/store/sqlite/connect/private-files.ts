import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates an empty file that only its owner can read, in a folder that only its owner can enter, whatever the umask.
 * SQLite gives its -wal and -shm files the mode of the database. An existing folder keeps its mode.
 */
export function makePrivateFile(path: string): void {
  const folder = dirname(path);
  if (makeFolder(folder)) chmodSync(folder, 0o700);
  try {
    // Never open an existing database: closing it again would drop the locks SQLite holds on it in this process.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(path, 0o600);
}

/** Returns whether it was created. One level at a time: below /proc, Node's recursive mode never returns. */
function makeFolder(folder: string): boolean {
  if (existsSync(folder)) return false;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o700 });
  return true;
}
