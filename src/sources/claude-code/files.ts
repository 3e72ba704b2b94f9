import { basename, dirname, join, sep } from 'node:path';
import { filesBelow } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';
import { metaPath } from './identify.ts';

/**
 * Transcripts of every configuration folder. Only `projects` is looked into: its neighbours hold credentials and live
 * keys.
 */
export function places({ home, env }: Machine): readonly string[] {
  return configFolders(home, env['CLAUDE_CONFIG_DIR']).map((folder) => join(folder, 'projects'));
}

export async function* transcripts(machine: Machine): AsyncIterable<string> {
  for (const folder of places(machine)) yield* filesBelow(folder, { named: /\.jsonl$/ });
}

function configFolders(home: string, configured: string | undefined): readonly string[] {
  const named = (configured ?? '')
    .split(',')
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '');
  const folders = named.length > 0 ? named : [join(home, '.claude'), join(home, '.config', 'claude')];
  return [...new Set(folders.map((folder) => (folder.startsWith('~/') ? join(home, folder.slice(2)) : folder)))];
}

/**
 * Spilled outputs, titles, todo lists and file backups of a main session; the metadata of a sub-agent. These are
 * possible names: they are constructed, not listed, where a folder holds those of every session.
 */
export async function* sideFiles({ path, identity }: IdentifiedFile): AsyncIterable<string> {
  const config = configFolderOf(path);
  const [id = '', agent = id] = identity.session.slice(identity.session.indexOf(':') + 1).split('/');
  if (config !== undefined) yield join(config, 'todos', `${id}-agent-${agent}.json`);
  if (identity.root !== undefined) {
    yield metaPath(path);
    return;
  }
  const stem = basename(path).replace(/\.jsonl$/, '');
  for (const name of new Set([stem, id])) {
    yield join(dirname(path), name, 'custom-title.json');
    yield* filesBelow(join(dirname(path), name, 'tool-results'), { depth: 1 });
  }
  if (config !== undefined) yield* filesBelow(join(config, 'file-history', id), { depth: 1 });
}

/** `<config>/projects/<project>/<session>.jsonl`; undefined for a transcript that lies elsewhere. */
function configFolderOf(path: string): string | undefined {
  const at = path.lastIndexOf(`${sep}projects${sep}`);
  return at < 0 ? undefined : path.slice(0, at);
}
