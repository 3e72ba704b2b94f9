import type { Source } from '../source.ts';
import { about } from './about.ts';
import { bytes, isContainer, list } from '../opencode-format/container/container.ts';
import { exported } from '../opencode-format/container/exported.ts';
import { sideFiles, discover, places } from './files.ts';
import { document, identify, matches } from './identify.ts';
import { openCodeReader } from '../opencode-format/records/reader.ts';

/**
 * OpenCode keeps all sessions in one database, before 1.2 in a tree of small JSON files; it also exports them one by
 * one. See README.md.
 */
export const openCode: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document,
  container: { matches: isContainer, list, bytes, exported },
  sideFiles,
  reader: openCodeReader,
};
