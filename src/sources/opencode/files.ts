import { dirname, join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';
import { spilledBy } from '../opencode-format/container/spilled.ts';
import { storageOf } from '../opencode-format/container/tree.ts';

/** Other files next to the database are credentials (`auth.json`) and snapshots. */
export function places(machine: Machine): readonly string[] {
  const folder = dataOf(machine);
  const database = machine.env['OPENCODE_DB'] || 'opencode.db';
  const path = database.startsWith('/') ? database : join(folder, database);
  return [path, `${path}-wal`, join(folder, 'storage'), join(folder, 'log')];
}

/** Test versions have a database of their own, `opencode-<channel>.db`. */
export async function* discover(machine: Machine): AsyncIterable<string> {
  const folder = dataOf(machine);
  const [configured] = places(machine);
  const found = (await namesIn(folder))
    .filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
    .map((name) => join(folder, name));
  yield* new Set([...found, ...(machine.env['OPENCODE_DB'] ? [configured!] : [])]);
  for (const name of await namesIn(join(folder, 'log'))) if (name.endsWith('.log')) yield join(folder, 'log', name);
  const sessions = join(folder, 'storage', 'session');
  for (const project of await namesIn(sessions)) {
    for (const name of await namesIn(join(sessions, project)))
      if (/^ses_\w+\.json$/.test(name)) yield join(sessions, project, name);
  }
}

/** The files of a tree besides messages; and long outputs, of which the messages have only the ends. */
export async function* sideFiles({ path, identity }: IdentifiedFile): AsyncIterable<string> {
  const mark = path.lastIndexOf('#');
  if (mark < 0 || identity.secondary) return;
  const container = path.slice(0, mark);
  const session = identity.session.slice(identity.session.indexOf(':') + 1);
  if (container.endsWith('.json')) {
    for (const kind of ['session_diff', 'todo']) yield join(storageOf(container), kind, `${session}.json`);
    return;
  }
  for (const name of spilledBy(container, session)) yield join(dirname(container), 'tool-output', name);
}

function dataOf({ home, env }: Machine): string {
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode');
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder)).map(({ name }) => name);
}
