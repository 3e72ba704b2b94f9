import type { Source } from '../source.ts';
import { bytes, isContainer, list } from './container.ts';
import { exported } from './exported.ts';
import { belongings, discover, places } from './files.ts';
import { document, flavor, identify, recognises } from './identify.ts';
import { openCodeReader } from './reader.ts';

/**
 * OpenCode keeps all sessions in one database, before 1.2 in a tree of small JSON files; it also exports them one by
 * one. See README.md.
 */
export const openCode: Source = {
  name: 'opencode',
  flavor,
  title: 'OpenCode',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    durations: true,
    lineage: true,
    subagents: true,
    globalRecordIds: true,
  },
  places,
  discover,
  recognises,
  identify,
  document,
  container: { recognises: isContainer, list, bytes, exported },
  sideFiles: belongings,
  reader: openCodeReader,
};
