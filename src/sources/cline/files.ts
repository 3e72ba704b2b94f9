import { basename, dirname, join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/** Only sessions and tasks: next to them lie settings with keys in them, logs, and databases that index these files. */
export function places(machine: Machine): readonly string[] {
  const { home, env } = machine;
  const data = env['CLINE_DATA_DIR'] || join(env['CLINE_DIR'] || join(home, '.cline'), 'data');
  return [
    join(env['CLINE_SESSION_DATA_DIR'] || join(data, 'sessions')),
    join(data, 'tasks'),
    ...editors(machine).map((editor) => join(editor, storage)),
  ];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    for (const folder of await entriesOf(place)) {
      if (!folder.isDirectory()) continue;
      for (const { name } of (await entriesOf(join(place, folder.name))).filter((entry) => entry.isFile())) {
        const isTask = name === 'api_conversation_history.json';
        const isSession = name.endsWith('.messages.json') || name === `${folder.name}.json`;
        if (basename(place) === 'tasks' ? isTask : isSession) yield join(place, folder.name, name);
      }
    }
  }
}

/** What the screen showed of a task, with times but without ids; and the result of a session's compaction. */
export async function* sideFiles({ path }: { readonly path: string }): AsyncIterable<string> {
  const folder = dirname(path);
  if (basename(path) === 'api_conversation_history.json') {
    for (const name of ['ui_messages.json', 'task_metadata.json', 'context_history.json']) yield join(folder, name);
  } else if (path.endsWith('.messages.json')) {
    yield path.replace(/\.messages\.json$/, '.compaction.json');
  }
}

const storage = join('User', 'globalStorage', 'saoudrizwan.claude-dev', 'tasks');

/** Where editors that are VS Code underneath keep what extensions store. */
function editors({ home, env }: Machine): readonly string[] {
  const desktops = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];
  const roots = [
    env['XDG_CONFIG_HOME'] || join(home, '.config'),
    join(home, 'Library', 'Application Support'),
    env['APPDATA'] || join(home, 'AppData', 'Roaming'),
  ];
  const servers = ['.vscode-server', '.vscode-server-insiders', '.cursor-server', '.windsurf-server'].map((name) =>
    join(home, name, 'data'),
  );
  return [
    ...roots.flatMap((root) => desktops.map((name) => join(root, name))),
    ...servers,
    join(home, '.local', 'share', 'code-server'),
  ];
}
