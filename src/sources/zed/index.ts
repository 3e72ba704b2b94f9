import { join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import { databaseContainer } from '../reader/database.ts';
import type { Machine, Source } from '../source.ts';
import { about } from './about.ts';
import { identify, matches } from './identity.ts';
import { zedReader } from './reader.ts';
import { threads } from './threads.ts';

/** Zed keeps the threads of its agent in one database, each as one packed document. See README.md. */
export const zed: Source = {
  ...about,
  places: (machine) =>
    foldersOf(machine).flatMap((folder) => ['threads.db', 'threads.db-wal'].map((file) => join(folder, file))),
  async *discover(machine) {
    for (const folder of foldersOf(machine))
      if ((await entriesOf(folder)).some(({ name }) => name === 'threads.db')) yield join(folder, 'threads.db');
  },
  matches,
  identify,
  container: databaseContainer([threads]),
  reader: zedReader,
};

function foldersOf({ home, env }: Machine): readonly string[] {
  return [
    join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'zed', 'threads'),
    join(home, 'Library', 'Application Support', 'Zed', 'threads'),
    join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Zed', 'threads'),
  ];
}
