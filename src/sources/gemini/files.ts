import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Identity, Machine } from '../source.ts';
import { folderOf } from './identity.ts';

export function places({ home, env }: Machine): readonly string[] {
  return [join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp')];
}

/** Only `chats` of each project is looked into: above it lie credentials. */
export async function* transcripts(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    for (const project of await entriesOf(place)) {
      if (project.isDirectory()) yield* transcriptsBelow(join(place, project.name, 'chats'));
    }
  }
}

/** Where the project is, and the outputs that were too long for the transcript. */
export async function* belongings({ path, identity }: { readonly path: string; readonly identity: Identity }): AsyncIterable<string> {
  const chats = folderOf(path) === undefined ? dirname(path) : dirname(dirname(path));
  if (basename(chats) !== 'chats') return;
  const project = dirname(chats);
  yield join(project, '.project_root');
  const outputs = join(project, 'tool-outputs', `session-${identity.session.slice(identity.session.indexOf(':') + 1)}`);
  for (const entry of await entriesOf(outputs)) if (entry.isFile()) yield join(outputs, entry.name);
}

async function* transcriptsBelow(folder: string): AsyncIterable<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* transcriptsBelow(path);
    else if (entry.isFile() && /\.jsonl?$/.test(entry.name)) yield path;
  }
}

/** In order of name; nothing when there is no such folder, or when it may not be read. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
