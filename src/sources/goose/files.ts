import { basename, join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';
import { asking } from '../reader/database.ts';

export function places(machine: Machine): readonly string[] {
  return foldersOf(machine).flatMap((folder) => [join(folder, 'sessions.db'), join(folder, 'sessions.db-wal'), folder]);
}

/** A session in a file of its own is left out when the database has it: goose moved it there. */
export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const folder of foldersOf(machine)) {
    const names = (await entriesOf(folder)).filter((entry) => entry.isFile()).map(({ name }) => name);
    const path = join(folder, 'sessions.db');
    const moved = names.includes('sessions.db') ? sessionsIn(path) : new Set();
    if (names.includes('sessions.db')) yield path;
    for (const name of names)
      if (name.endsWith('.jsonl') && !moved.has(basename(name, '.jsonl'))) yield join(folder, name);
  }
}

function sessionsIn(path: string): ReadonlySet<string> {
  try {
    return new Set(
      asking(path, (database) =>
        database
          .prepare('select id from sessions')
          .all()
          .map(({ id }) => String(id)),
      ),
    );
  } catch {
    return new Set();
  }
}

/** Beside the sessions' folder lie settings, logs of requests and keys: not read. */
function foldersOf({ home, env }: Machine): readonly string[] {
  const root = env['GOOSE_PATH_ROOT'];
  if (root) return [join(root, 'data', 'sessions')];
  return [
    join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'goose', 'sessions'),
    join(home, 'Library', 'Application Support', 'Block', 'goose', 'sessions'),
    join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'data', 'sessions'),
  ];
}
