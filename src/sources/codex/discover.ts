import { join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/**
 * Rollouts only: `auth.json` and the databases in the same folder are never opened. Compressed ones are read as they
 * are.
 */
export function places({ home, env }: Machine): readonly string[] {
  const root = env['CODEX_HOME'] || join(home, '.codex');
  return [join(root, 'sessions'), join(root, 'archived_sessions')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const folder of places(machine)) yield* rolloutsBelow(folder);
}

async function* rolloutsBelow(folder: string): AsyncIterable<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* rolloutsBelow(path);
    // A link to one, too.
    else if (/^rollout-.*\.jsonl(?:\.zst)?$/.test(entry.name)) yield path;
  }
}
