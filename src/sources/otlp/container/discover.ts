import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stemmaHome } from '../../../platform/stemma-home.ts';
import type { Machine } from '../../source.ts';
import type { KnownAgents } from '../agents.ts';

/**
 * Files of telemetry have no place of their own. Agents that write one name it in their settings or the environment;
 * and what lies in `$STEMMA_HOME/otlp`, such as a collector's file, is read too.
 */
export function places(agents: KnownAgents, machine: Machine): readonly string[] {
  return [join(stemmaHome(machine), 'otlp'), ...agents.files(machine)];
}

export async function* discover(agents: KnownAgents, machine: Machine): AsyncIterable<string> {
  for (const place of places(agents, machine)) {
    // A file is no folder; what is not there yet is nothing to read.
    const names: string[] | undefined = await readdir(place).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : undefined,
    );
    if (!names) yield place;
    else
      for (const file of names.sort())
        if (/\.(?:jsonl?|ndjson|log)(?:\.gz|\.zst)?$/.test(file)) yield join(place, file);
  }
}
