import { join } from 'node:path';
import { filesBelow } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/** Sessions only: what lies next to their folder are settings, keys and logs. */
export function places({ home }: Machine): readonly string[] {
  return [join(home, '.factory', 'sessions')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  // One folder for each working directory, and nothing below.
  for (const folder of places(machine)) yield* filesBelow(folder, { named: /\.(?:jsonl|settings\.json)$/, depth: 2 });
}
