import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../source.ts';

export function places({ home, env }: Machine): readonly string[] {
  return [join(env['CONTINUE_GLOBAL_DIR'] || join(home, '.continue'), 'sessions')];
}

/** Only `sessions` is looked into: beside it lie settings with keys, and logs that print them. */
export async function* sessionFiles(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json') && entry.name !== 'sessions.json').map((entry) => entry.name);
    for (const name of names.sort()) yield join(place, name);
  }
}
