import { join } from 'node:path';
import { filesBelow } from '../../platform/files/walk.ts';
import type { Machine } from '../source.ts';

/** Sessions only: `auth.json` next to their folder is never opened. */
export function places({ home, env }: Machine): readonly string[] {
  const agent = inHome(home, env['PI_CODING_AGENT_DIR']) ?? join(home, '.pi', 'agent');
  const moved = inHome(home, env['PI_CODING_AGENT_SESSION_DIR']);
  // Sessions from before the folder was moved stay where they were.
  return [...new Set([moved ?? join(agent, 'sessions'), join(agent, 'sessions')])];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  // One folder for each working directory, and nothing below.
  for (const folder of places(machine)) yield* filesBelow(folder, { named: /\.jsonl$/, depth: 2 });
}

function inHome(home: string, folder: string | undefined): string | undefined {
  return folder ? folder.replace(/^~(?=$|[\\/])/, () => home) : undefined;
}
