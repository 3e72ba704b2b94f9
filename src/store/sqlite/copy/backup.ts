import { existsSync, rmSync } from 'node:fs';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Connection } from '../connect/connection.ts';
import { makePrivateFile } from '../connect/private-files.ts';

/** A complete copy as of now, whatever is written meanwhile. Never overwrites anything. */
export function backup(connection: Connection, to: string): void {
  if (existsSync(to)) {
    throw new StemmaError('would-overwrite', `${to} is there already.`, {
      hint: 'Name a file that does not exist yet.',
    });
  }
  // An empty file created beforehand: SQLite would make it readable by everyone.
  makePrivateFile(to);
  try {
    connection.run('vacuum into ?', to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}
