import { basename, dirname, join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';
import { asking, hasColumns } from '../reader/database.ts';

/** Chats only: beside them lie settings with keys in them, caches and an index of the code. */
export function places(machine: Machine): readonly string[] {
  const home = dataOf(machine);
  return [
    join(home, 'chats'),
    join(home, 'projects'),
    ...editors(machine).flatMap((user) => [
      join(user, 'globalStorage', 'state.vscdb'),
      join(user, 'globalStorage', 'state.vscdb-wal'),
    ]),
  ];
}

/**
 * Databases first. A transcript has the same session with less in it: it is only read where no database has that, as
 * for chats that ran elsewhere.
 */
export async function* discover(machine: Machine): AsyncIterable<string> {
  const home = dataOf(machine);
  const known = new Set<string>();
  for (const folder of await foldersIn(join(home, 'chats'))) {
    for (const chat of await foldersIn(folder)) {
      if (!(await filesIn(chat)).includes('store.db')) continue;
      known.add(basename(chat));
      yield join(chat, 'store.db');
    }
  }
  for (const user of editors(machine)) {
    for (const storage of [join(user, 'globalStorage'), ...(await foldersIn(join(user, 'workspaceStorage')))]) {
      const path = join(storage, 'state.vscdb');
      if (!(await filesIn(storage)).includes('state.vscdb')) continue;
      if (basename(storage) === 'globalStorage') for (const chat of chatsIn(path)) known.add(chat);
      yield path;
    }
  }
  for (const project of await foldersIn(join(home, 'projects'))) {
    const transcripts = join(project, 'agent-transcripts');
    for (const folder of [transcripts, ...(await foldersIn(transcripts))]) {
      for (const place of [folder, join(folder, 'subagents')]) {
        for (const name of await filesIn(place))
          if (name.endsWith('.jsonl') && !known.has(basename(name, '.jsonl'))) yield join(place, name);
      }
    }
  }
}

/** The title and folder of a chat, and the prompts that were typed. */
export async function* sideFiles({ path }: IdentifiedFile): AsyncIterable<string> {
  const mark = path.lastIndexOf('#');
  const container = path.slice(0, Math.max(0, mark));
  if (basename(container) !== 'store.db') return;
  for (const name of ['meta.json', 'prompt_history.json']) yield join(dirname(container), name);
}

function chatsIn(path: string): readonly string[] {
  try {
    return asking(path, (database) =>
      hasColumns(database, 'cursorDiskKV', 'key', 'value')
        ? database
            .prepare(
              "select distinct substr(key, 10, 36) as id from cursorDiskKV where key >= 'bubbleId:' and key < 'bubbleId;'",
            )
            .all()
            .map(({ id }) => String(id))
        : [],
    );
  } catch {
    return [];
  }
}

function dataOf({ home, env }: Machine): string {
  return env['CURSOR_DATA_DIR'] || env['CURSOR_CONFIG_DIR'] || join(home, '.cursor');
}

/** `User` folders of the editor; on a remote machine its server keeps them. */
function editors({ home, env }: Machine): readonly string[] {
  return [
    join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Cursor', 'User'),
    join(home, 'Library', 'Application Support', 'Cursor', 'User'),
    join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Cursor', 'User'),
    join(home, '.cursor-server', 'data', 'User'),
  ];
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isFile()).map(({ name }) => name);
}
