import { dirname, join } from 'node:path';
import { entriesOf, filesBelow, foldersIn } from '../../platform/files/walk.ts';
import type { IdentifiedFile, Machine } from '../source.ts';

/** Sessions only: above them lie credentials and settings, which may hold keys. */
export function places({ home, env }: Machine): readonly string[] {
  return [join(env['GROK_HOME'] || join(home, '.grok'), 'sessions')];
}

/** The transcript first, then what adds to it. */
const read = ['updates.jsonl', 'events.jsonl', 'summary.json'];

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const sessions of places(machine)) {
    for (const folder of await foldersIn(sessions)) {
      for (const session of await foldersIn(folder)) {
        const names = (await entriesOf(session)).map((entry) => entry.name);
        for (const name of read) if (names.includes(name)) yield join(session, name);
      }
    }
  }
}

/** The task and the answer of a sub-agent, the output of commands, and the result of a compaction. */
export async function* sideFiles({ path, identity }: IdentifiedFile): AsyncIterable<string> {
  if (identity.secondary) return;
  for (const below of ['subagents', 'terminal', 'compaction_checkpoints'])
    yield* filesBelow(join(dirname(path), below), { depth: 2 });
}
