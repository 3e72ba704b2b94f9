import { join } from 'node:path';
import { entriesOf, filesBelow } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/** The database also holds settings and tokens: only its tables of conversations are read. */
export function places({ home, env }: Machine): readonly string[] {
  const data = [env['XDG_DATA_HOME'] || join(home, '.local', 'share'), join(home, 'Library', 'Application Support')];
  const databases = data.flatMap((folder) =>
    ['kiro-cli', 'amazon-q'].map((name) => join(folder, name, 'data.sqlite3')),
  );
  return [join(home, '.kiro', 'sessions'), ...databases];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  const [sessions, ...databases] = places(machine);
  yield* filesBelow(sessions!, { named: /\.jsonl?$/, depth: 3 });
  for (const path of databases) {
    const found = await entriesOf(join(path, '..'));
    if (found.some((entry) => entry.isFile() && entry.name === 'data.sqlite3')) yield path;
  }
}
