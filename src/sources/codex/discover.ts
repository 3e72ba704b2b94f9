import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../source.ts';

/** Rollouts only: `auth.json` and the databases in the same folder are never opened. Compressed ones are read as they are. */
export function places({ home, env }: Machine): readonly string[] {
  const root = env['CODEX_HOME'] || join(home, '.codex');
  return [join(root, 'sessions'), join(root, 'archived_sessions')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const folder of places(machine)) yield* rolloutsBelow(folder);
}

async function* rolloutsBelow(folder: string): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* rolloutsBelow(path);
    else if (/^rollout-.*\.jsonl(?:\.zst)?$/.test(entry.name)) yield path;
  }
}
