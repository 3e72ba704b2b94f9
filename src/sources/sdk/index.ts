import { join } from 'node:path';
import { stemmaHome } from '../../platform/stemma-home.ts';
import { entriesOf } from '../../platform/files/walk.ts';
import type { Machine, Source } from '../source.ts';
import { about } from './about.ts';
import { identify, matches } from './identity.ts';
import { sdkReader } from './reader.ts';

/** What programs log through the SDK: `$STEMMA_HOME/sdk/<writer>.jsonl`. See README.md. */
export const sdk: Source = {
  ...about,
  places,
  async *discover(machine) {
    for (const folder of places(machine))
      for (const { name } of await entriesOf(folder)) if (name.endsWith('.jsonl')) yield join(folder, name);
  },
  matches,
  identify,
  reader: sdkReader,
};

function places(machine: Machine): readonly string[] {
  return [join(stemmaHome(machine), 'sdk')];
}
