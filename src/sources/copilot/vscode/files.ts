import { basename, dirname, join } from 'node:path';
import { filesBelow, foldersIn } from '../../../platform/files/walk.ts';
import type { Machine } from '../../source.ts';

/** Where editors that are VS Code keep what belongs to a workspace, and what belongs to windows without one. */
export function places(machine: Machine): readonly string[] {
  return editors(machine).flatMap((editor) => [
    join(editor, 'User', 'workspaceStorage'),
    join(editor, 'User', 'globalStorage', 'emptyWindowChatSessions'),
  ]);
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    if (basename(place) === 'emptyWindowChatSessions') {
      yield* chatsIn(place);
      continue;
    }
    for (const workspace of await foldersIn(place)) {
      yield* chatsIn(join(workspace, 'chatSessions'));
      const extension = join(workspace, 'GitHub.copilot-chat');
      yield* filesBelow(join(extension, 'transcripts'), { named: /\.jsonl$/, depth: 1 });
      for (const session of await foldersIn(join(extension, 'debug-logs')))
        yield* filesBelow(session, { named: /^main\.jsonl$/, depth: 1 });
    }
  }
}

/** The project of the workspace. */
export function sideFiles(path: string): readonly string[] {
  return basename(dirname(path)) === 'chatSessions' ? [join(dirname(dirname(path)), 'workspace.json')] : [];
}

function chatsIn(folder: string): AsyncIterable<string> {
  return filesBelow(folder, { named: /\.jsonl?$/, depth: 1 });
}

function editors({ home, env }: Machine): readonly string[] {
  const roots = [
    env['XDG_CONFIG_HOME'] || join(home, '.config'),
    join(home, 'Library', 'Application Support'),
    env['APPDATA'] || join(home, 'AppData', 'Roaming'),
  ];
  const servers = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server'].map((name) =>
    join(home, name, 'data'),
  );
  return [
    ...roots.flatMap((root) => ['Code', 'Code - Insiders', 'VSCodium', 'Code - OSS'].map((name) => join(root, name))),
    ...servers,
    join(home, '.local', 'share', 'code-server'),
  ];
}
