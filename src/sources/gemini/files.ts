import { basename, dirname, join } from 'node:path';
import { filesBelow, foldersIn } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';
import { folderOf } from './identity.ts';

export function places({ home, env }: Machine): readonly string[] {
  return [join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp')];
}

/** Only `chats` of each project is looked into: above it lie credentials. */
export async function* transcripts(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    for (const project of await foldersIn(place)) yield* filesBelow(join(project, 'chats'), { named: /\.jsonl?$/ });
  }
}

/** Where the project is, and the outputs that were too long for the transcript. */
export async function* sideFiles({ path, identity }: IdentifiedFile): AsyncIterable<string> {
  const chats = folderOf(path) === undefined ? dirname(path) : dirname(dirname(path));
  if (basename(chats) !== 'chats') return;
  const project = dirname(chats);
  yield join(project, '.project_root');
  const outputs = join(project, 'tool-outputs', `session-${identity.session.slice(identity.session.indexOf(':') + 1)}`);
  yield* filesBelow(outputs, { depth: 1 });
}
