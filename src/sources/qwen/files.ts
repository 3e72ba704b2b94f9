import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Identity, Machine } from '../source.ts';
import { metaPath } from './identify.ts';

/** Only `chats` and `subagents` of each project are looked into: their neighbours are memory and settings, and above them lie credentials. */
export async function* transcripts(machine: Machine): AsyncIterable<string> {
  const [projects] = places(machine) as [string];
  for (const project of await entriesOf(projects)) {
    if (!project.isDirectory()) continue;
    for (const folder of ['chats', 'subagents']) yield* transcriptsBelow(join(projects, project.name, folder));
  }
}

export function places({ home, env }: Machine): readonly string[] {
  return [join(env['QWEN_RUNTIME_DIR'] || env['QWEN_HOME'] || join(home, '.qwen'), 'projects')];
}

/** What a sub-agent was started with lies beside its transcript. */
export async function* belongings({ path, identity }: { readonly path: string; readonly identity: Identity }): AsyncIterable<string> {
  if (identity.root !== undefined) yield metaPath(path);
}

async function* transcriptsBelow(folder: string): AsyncIterable<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* transcriptsBelow(path);
    else if (entry.isFile() && entry.name.endsWith('.jsonl')) yield path;
  }
}

/** In order of name; nothing when there is no such folder, or when it may not be read. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
