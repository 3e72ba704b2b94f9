import type { Source } from '../source.ts';
import { about } from './about.ts';
import { places, sessionFiles } from './files.ts';
import { document, identify, matches } from './identity.ts';
import { continueReader } from './reader.ts';

/**
 * Continue, in the terminal (`cn`) and in editors, keeps one JSON object per session, `~/.continue/sessions/<session
 * id>.json`. See README.md.
 */
export const continueDev: Source = {
  ...about,
  places,
  discover: sessionFiles,
  matches,
  identify,
  document,
  reader: continueReader,
};
