import { join } from 'node:path';
import { filesBelow } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/** Only sessions: `~/.vibe/.env` holds keys. */
export function places({ home, env }: Machine): readonly string[] {
  return [join(env['VIBE_HOME'] || join(home, '.vibe'), 'logs', 'session')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine))
    yield* filesBelow(place, { named: /^(?:\d{16}\.jsonl|messages\.jsonl|meta\.json)$/, depth: 5 });
}
