import { join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import { stemmaHome } from '../../platform/stemma-home.ts';
import type { Machine } from '../source.ts';

/** `$STEMMA_HOME/hooks` */
export function places(machine: Machine): readonly string[] {
  return [join(stemmaHome(machine), 'hooks')];
}

/** `hooks/<agent>/<session id>.jsonl` */
export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    for (const { name: agent } of await entriesOf(place)) {
      for (const { name } of await entriesOf(join(place, agent)))
        if (name.endsWith('.jsonl')) yield join(place, agent, name);
    }
  }
}
