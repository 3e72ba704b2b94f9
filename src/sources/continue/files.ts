import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../source.ts';

export function places({ home, env }: Machine): readonly string[] {
  const folder = env['CONTINUE_GLOBAL_DIR'] || join(home, '.continue');
  return [join(folder, 'sessions'), join(folder, 'dev_data', '0.2.0')];
}

/** Only these are looked into: next to them lie settings with keys, and logs that print them. */
export async function* sessionFiles(machine: Machine): AsyncIterable<string> {
  const [sessions, devData] = places(machine) as [string, string];
  for (const name of await namesIn(sessions))
    if (name.endsWith('.json') && name !== 'sessions.json') yield join(sessions, name);
  // The others name no call, and repeat what was typed and every conversation.
  for (const name of await namesIn(devData)) if (name === 'toolUsage.jsonl') yield join(devData, name);
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}
