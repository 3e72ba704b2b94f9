import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places } from './files.ts';
import { documentOf, identify, matches } from './identity.ts';
import { vibeReader } from './reader.ts';

/** Mistral Vibe keeps a folder per session below `~/.vibe/logs/session`. See README.md. */
export const vibe: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document: documentOf,
  reader: vibeReader,
};
