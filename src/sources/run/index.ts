import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stemmaHome } from '../../platform/stemma-home.ts';
import type { Machine, Source } from '../source.ts';
import { about } from './about.ts';
import { identify, matches } from './identity.ts';
import { runReader } from './reader.ts';

/** What `stemma run` recorded of a program: `$STEMMA_HOME/runs/<run>.jsonl`. See README.md. */
export const run: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  reader: runReader,
};

function places(machine: Machine): readonly string[] {
  return [join(stemmaHome(machine), 'runs')];
}

/** Logs, and what programs wrote into the folder of their run, as long as it is there. */
async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isFile() && entry.name.endsWith('.jsonl')) yield join(place, entry.name);
      if (entry.isDirectory())
        for (const name of await readdir(join(place, entry.name)).catch(() => []))
          if (name.endsWith('.history')) yield join(place, entry.name, name);
    }
  }
}
