import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places } from './files.ts';
import { documentOf, identify, matches } from './identity.ts';
import { ampReader } from './reader.ts';

/** Amp keeps its threads on its server, and copies of them in `~/.local/share/amp/threads/<thread id>.json`. */
export const amp: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document: documentOf,
  reader: ampReader,
};
