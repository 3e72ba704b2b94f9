import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stemmaHome } from '../../platform/stemma-home.ts';
import type { Machine } from '../source.ts';

/** `$STEMMA_HOME/hooks` */
export function places(machine: Machine): readonly string[] {
  return [join(stemmaHome(machine), 'hooks')];
}

/** `hooks/<agent>/<session id>.jsonl` */
export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    for (const agent of await namesIn(place)) {
      for (const file of await namesIn(join(place, agent))) if (file.endsWith('.jsonl')) yield join(place, agent, file);
    }
  }
}

/** Nothing, when it is not there or no folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}
