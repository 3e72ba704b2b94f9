import type { Source } from '../source.ts';
import { about } from './about.ts';
import { sideFiles, discover, places } from './files.ts';
import { documentOf, identify, matches } from './identity.ts';
import { clineReader } from './reader.ts';

/**
 * Cline keeps a folder per session, `~/.cline/data/sessions/<session id>/`, with one file of messages per agent. See
 * README.md.
 */
export const cline: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document: documentOf,
  sideFiles,
  reader: clineReader,
};
