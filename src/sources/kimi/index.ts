import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places, sideFiles } from './files.ts';
import { documentOf, identify, matches } from './identity.ts';
import { kimiReader } from './reader.ts';

/**
 * Kimi Code CLI keeps a folder per session, `~/.kimi-code/sessions/<workspace>/<session>/`, with one log per agent; the
 * Kimi CLI before it did so below `~/.kimi`. See README.md.
 */
export const kimi: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document: documentOf,
  sideFiles,
  reader: kimiReader,
};
