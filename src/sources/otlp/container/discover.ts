import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stemmaHome } from '../../../platform/stemma-home.ts';
import type { Machine } from '../../source.ts';
import type { KnownAgents } from '../agents.ts';

/**
 * Files of telemetry have no fixed place. Agents name theirs in their settings or the environment; files in
 * `$STEMMA_HOME/otlp`, a collector's or what `stemma serve --otlp` received, are read too.
 */
export function places(agents: KnownAgents, machine: Machine): readonly string[] {
  return [join(stemmaHome(machine), 'otlp'), ...agents.files(machine)];
}

export async function* discover(agents: KnownAgents, machine: Machine): AsyncIterable<string> {
  for (const place of places(agents, machine)) {
    // A file is no folder; a missing place has nothing to read.
    const names: string[] | undefined = await readdir(place, { recursive: true }).catch(
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : undefined),
    );
    if (!names) yield place;
    else
      for (const file of names.sort())
        if (/\.(?:jsonl?|ndjson|log)(?:\.gz|\.zst)?$/.test(file)) yield join(place, file);
  }
}
