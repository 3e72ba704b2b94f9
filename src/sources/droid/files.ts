import { join } from 'node:path';
import { filesBelow } from '../../platform/walk.ts';
import type { Machine } from '../source.ts';

/** Sessions only: what lies beside their folder are settings, keys and logs. */
export function places({ home }: Machine): readonly string[] {
  return [join(home, '.factory', 'sessions')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  // One folder for each working directory, and nothing below.
  for (const folder of places(machine)) yield* filesBelow(folder, { named: /\.jsonl$/, depth: 2 });
}

/** The model, the tools and the sums of a session. */
export async function* belongings({ path }: { readonly path: string }): AsyncIterable<string> {
  if (path.endsWith('.jsonl')) yield path.replace(/\.jsonl$/, '.settings.json');
}
