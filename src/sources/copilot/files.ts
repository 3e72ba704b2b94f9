import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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
    if (!entry.isDirectory()) continue;
    for (const inner of await entriesOf(path)) if (inner.isFile() && inner.name === 'events.jsonl') yield join(path, inner.name);
  }
}

/** The session's name, its plan, the summaries of compactions, and files as they were before each prompt. */
export async function* belongings({ path }: { readonly path: string }): AsyncIterable<string> {
  yield* vscode.belongings(path);
  if (basename(path) !== 'events.jsonl') return;
  const folder = dirname(path);
  yield join(folder, 'workspace.yaml');
  yield join(folder, 'plan.md');
  yield join(folder, 'rewind-file-snapshots', 'index.json');
  for (const below of ['checkpoints', join('rewind-file-snapshots', 'backups')]) {
    for (const entry of await entriesOf(join(folder, below))) if (entry.isFile()) yield join(folder, below, entry.name);
  }
}

/** In order of name; nothing when there is no such folder, or when it may not be read. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
