import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places, sideFiles } from './files.ts';
import { identify, matches } from './identity.ts';
import { gptmeReader } from './reader.ts';

/** gptme keeps a folder per conversation, `~/.local/share/gptme/logs/<name>/`. See README.md. */
export const gptme: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  sideFiles,
  reader: gptmeReader,
};
