import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Machine } from '../../source.ts';

/** Where editors that are VS Code keep what belongs to a workspace, and what belongs to windows without one. */
export function places(machine: Machine): readonly string[] {
  return editors(machine).flatMap((editor) => [join(editor, 'User', 'workspaceStorage'), join(editor, 'User', 'globalStorage', 'emptyWindowChatSessions')]);
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    if (basename(place) === 'emptyWindowChatSessions') {
      yield* chatsIn(place);
      continue;
    }
    for (const { name } of (await entriesOf(place)).filter((entry) => entry.isDirectory())) {
      yield* chatsIn(join(place, name, 'chatSessions'));
      const extension = join(place, name, 'GitHub.copilot-chat');
      yield* filesIn(join(extension, 'transcripts'), /\.jsonl$/);
      const logs = join(extension, 'debug-logs');
      for (const session of (await entriesOf(logs)).filter((entry) => entry.isDirectory())) yield* filesIn(join(logs, session.name), /^main\.jsonl$/);
    }
  }
}

/** Which project the workspace is. */
export function belongings(path: string): readonly string[] {
  return basename(dirname(path)) === 'chatSessions' ? [join(dirname(dirname(path)), 'workspace.json')] : [];
}

function chatsIn(folder: string): AsyncIterable<string> {
  return filesIn(folder, /\.jsonl?$/);
}

async function* filesIn(folder: string, named: RegExp): AsyncIterable<string> {
  for (const entry of await entriesOf(folder)) if (entry.isFile() && named.test(entry.name)) yield join(folder, entry.name);
}

function editors({ home, env }: Machine): readonly string[] {
  const roots = [env['XDG_CONFIG_HOME'] || join(home, '.config'), join(home, 'Library', 'Application Support'), env['APPDATA'] || join(home, 'AppData', 'Roaming')];
  const servers = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server'].map((name) => join(home, name, 'data'));
  return [...roots.flatMap((root) => ['Code', 'Code - Insiders', 'VSCodium', 'Code - OSS'].map((name) => join(root, name))), ...servers, join(home, '.local', 'share', 'code-server')];
}

/** In order of name; nothing when there is no such folder, or when it may not be read. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
