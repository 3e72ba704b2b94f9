import { join } from 'node:path';
import { filesBelow, foldersIn } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';
import { metaPath } from './identify.ts';

/**
 * Only `chats` and `subagents` of each project are looked into: their neighbours are memory and settings, and above
 * them lie credentials.
 */
export async function* transcripts(machine: Machine): AsyncIterable<string> {
  const [projects] = places(machine) as [string];
  for (const project of await foldersIn(projects)) {
    for (const folder of ['chats', 'subagents']) yield* filesBelow(join(project, folder), { named: /\.jsonl$/ });
  }
}

export function places({ home, env }: Machine): readonly string[] {
  return [join(env['QWEN_RUNTIME_DIR'] || env['QWEN_HOME'] || join(home, '.qwen'), 'projects')];
}

/** The metadata of a sub-agent is beside its transcript. */
export async function* sideFiles({ path, identity }: IdentifiedFile): AsyncIterable<string> {
  if (identity.root !== undefined) yield metaPath(path);
}
