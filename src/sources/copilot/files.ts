import { basename, dirname, join } from 'node:path';
import { entriesOf, filesBelow } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';
import * as vscode from './vscode/files.ts';

export function places(machine: Machine): readonly string[] {
  return [sessionsOfCli(machine), ...vscode.places(machine)];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  yield* discoverCli(machine);
  yield* vscode.discover(machine);
}

/** Only `session-state` is looked into: its neighbours are settings, logs and a database made from these files. */
function sessionsOfCli({ home, env }: Machine): string {
  return join(env['COPILOT_HOME'] || join(home, '.copilot'), 'session-state');
}

async function* discoverCli(machine: Machine): AsyncIterable<string> {
  const folder = sessionsOfCli(machine);
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith('.jsonl')) yield path;
    if (entry.isDirectory()) yield* filesBelow(path, { named: /^events\.jsonl$/, depth: 1 });
  }
}

/** The session's name, its plan, the summaries of compactions, and files as they were before each prompt. */
export async function* sideFiles({ path }: { readonly path: string }): AsyncIterable<string> {
  yield* vscode.sideFiles(path);
  if (basename(path) !== 'events.jsonl') return;
  const folder = dirname(path);
  yield join(folder, 'workspace.yaml');
  yield join(folder, 'plan.md');
  yield join(folder, 'rewind-file-snapshots', 'index.json');
  for (const below of ['checkpoints', join('rewind-file-snapshots', 'backups')])
    yield* filesBelow(join(folder, below), { depth: 1 });
}
