import { dirname, join } from 'node:path';
import { filesBelow } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';

/** Only sessions: credentials and settings lie next to their folder. */
export function places({ home, env }: Machine): readonly string[] {
  const code = env['KIMI_CODE_HOME'] || join(home, '.kimi-code');
  const cli = env['KIMI_SHARE_DIR'] || join(home, '.kimi');
  return [join(code, 'sessions'), join(cli, 'sessions'), join(cli, 'imported_sessions')];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) yield* filesBelow(place, { named: /^(?:wire\.jsonl|state\.json)$/, depth: 5 });
}

/** What the model was sent, which the log repeats: of the CLI only. */
export async function* sideFiles({ path }: IdentifiedFile): AsyncIterable<string> {
  if (!path.endsWith('wire.jsonl')) return;
  for (const name of ['context.jsonl', 'meta.json', 'prompt.txt']) yield join(dirname(path), name);
}
