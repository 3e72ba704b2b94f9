import { dirname, join } from 'node:path';
import { filesBelow } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';

export function places({ home, env }: Machine): readonly string[] {
  return [env['GPTME_LOGS_HOME'] || join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'gptme', 'logs')];
}

/** Branches of a conversation lie in a folder below it. */
export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) yield* filesBelow(place, { named: /^conversation\.jsonl$/, depth: 2 });
}

export async function* sideFiles({ path }: IdentifiedFile): AsyncIterable<string> {
  yield join(dirname(path), 'config.toml');
}
