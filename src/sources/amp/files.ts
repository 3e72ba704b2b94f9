import { join } from 'node:path';
import { filesBelow } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/** `secrets.json` lies next to the folder, and is never opened. */
export function places({ home, env }: Machine): readonly string[] {
  return [join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'amp', 'threads')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) yield* filesBelow(place, { named: /^T-[0-9a-f-]{36}\.json$/, depth: 1 });
}
