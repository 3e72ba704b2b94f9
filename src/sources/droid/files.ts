import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../source.ts';

/** Sessions only: what lies beside their folder are settings, keys and logs. */
export function places({ home }: Machine): readonly string[] {
  return [join(home, '.factory', 'sessions')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const folder of places(machine)) yield* sessionsBelow(folder);
}

/** The model, the tools and the sums of a session. */
export async function* belongings({ path }: { readonly path: string }): AsyncIterable<string> {
  if (path.endsWith('.jsonl')) yield path.replace(/\.jsonl$/, '.settings.json');
}

async function* sessionsBelow(folder: string, depth = 0): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // One folder for each working directory, and nothing below.
    if (entry.isDirectory() && depth === 0) yield* sessionsBelow(path, 1);
    else if (entry.isFile() && entry.name.endsWith('.jsonl')) yield path;
  }
}
