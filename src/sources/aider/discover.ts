import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IdentifiedFile, Machine } from '../source.ts';
import { kindOfSession } from './identity.ts';

/**
 * Aider writes into the repository it works in, and there is no list of those: only the folder stemma is called from
 * can be searched.
 */
export function places({ home, env }: Machine): readonly string[] {
  const here = env['PWD'];
  const folders = [here, here === undefined ? undefined : rootOf(here), home].filter((folder) => folder !== undefined);
  const named = env['AIDER_CHAT_HISTORY_FILE'];
  return [...new Set([...(named ? [named] : []), ...folders.map((folder) => join(folder, '.aider.chat.history.md'))])];
}

export async function* histories(machine: Machine): AsyncIterable<string> {
  for (const path of places(machine)) if (existsSync(path)) yield path;
}

/** What was typed, with times; no id links it to the chat. */
export async function* sideFiles({ path, identity }: IdentifiedFile): AsyncIterable<string> {
  if (kindOfSession(identity.session) === 'chat') yield join(dirname(path), '.aider.input.history');
}

function rootOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}
