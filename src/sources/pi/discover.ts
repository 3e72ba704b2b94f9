import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../source.ts';

/** Sessions only: `auth.json` beside their folder is never opened. */
export function places({ home, env }: Machine): readonly string[] {
  const agent = inHome(home, env['PI_CODING_AGENT_DIR']) ?? join(home, '.pi', 'agent');
  const moved = inHome(home, env['PI_CODING_AGENT_SESSION_DIR']);
  // Sessions from before the folder was moved stay where they were.
  return [...new Set([moved ?? join(agent, 'sessions'), join(agent, 'sessions')])];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const folder of places(machine)) yield* sessionsBelow(folder);
}

async function* sessionsBelow(folder: string, depth = 0): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // One folder for each working directory, and nothing below.
    if (entry.isDirectory() && depth === 0) yield* sessionsBelow(path, 1);
    else if (entry.isFile() && entry.name.endsWith('.jsonl')) yield path;
  }
}

function inHome(home: string, folder: string | undefined): string | undefined {
  return folder ? folder.replace(/^~(?=$|[\\/])/, () => home) : undefined;
}
