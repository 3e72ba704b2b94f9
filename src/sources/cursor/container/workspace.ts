import type { DatabaseSync } from 'node:sqlite';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { list, name, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { asking, hasColumns } from '../../reader/database.ts';
import { jsonOf } from './json-of.ts';

/** Where it worked, as newer chats and bubbles record it themselves. */
export function workspaceFolder(record: JsonObject): string | undefined {
  const uri = object(object(record['workspaceIdentifier'])['uri']);
  const stated =
    name(uri['fsPath']) ?? name(uri['path']) ?? name(uri['external']) ?? name(list(record['workspaceUris'])[0]);
  return stated === undefined ? undefined : pathOf(stated);
}

/**
 * Of older chats: a workspace has a folder of its own below `workspaceStorage`, with the opened folder in
 * `workspace.json`; which chats are its own is in the index of newer versions, or in its database.
 */
export function folderOfWorkspace(database: DatabaseSync, session: string, path: string): string | undefined {
  const storage = dirname(path);
  if (basename(storage) !== 'globalStorage') return openedIn(storage);
  const workspaces = join(dirname(storage), 'workspaceStorage');
  const indexed = hasColumns(database, 'composerHeaders', 'composerId', 'workspaceId')
    ? name(database.prepare('select workspaceId as id from composerHeaders where composerId = ?').get(session)?.['id'])
    : undefined;
  if (indexed !== undefined && /^[\w-]+$/.test(indexed)) return openedIn(join(workspaces, indexed));
  return foldersIn(workspaces)
    .filter((folder) => holdsChat(join(folder, 'state.vscdb'), session))
    .map(openedIn)
    .find((folder) => folder !== undefined);
}

function holdsChat(path: string, session: string): boolean {
  try {
    return asking(path, (database) => {
      const row = database.prepare("select value from ItemTable where key = 'composer.composerData'").get();
      return list(jsonOf(row?.['value'])['allComposers']).some((chat) => object(chat)['composerId'] === session);
    });
  } catch {
    // It is not there, or being written.
    return false;
  }
}

function openedIn(storage: string): string | undefined {
  try {
    const opened = jsonOf(readFileSync(join(storage, 'workspace.json'), 'utf8'));
    const stated = name(opened['folder']);
    return stated === undefined ? undefined : pathOf(stated);
  } catch {
    // A window without a folder.
    return undefined;
  }
}

function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(path, entry.name))
      .sort();
  } catch {
    return [];
  }
}

/** A folder elsewhere (`vscode-remote://…`) is left as it is written. */
function pathOf(stated: string): string {
  if (!stated.startsWith('file:')) return stated;
  try {
    return fileURLToPath(stated, { windows: /^file:\/\/\/[A-Za-z](?::|%3A)/.test(stated) });
  } catch {
    return stated;
  }
}
