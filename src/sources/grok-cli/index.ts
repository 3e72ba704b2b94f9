import type { Source } from '../source.ts';
import { about } from './about.ts';
import { identify, matches } from './identity.ts';
import { grokCliReader } from './reader.ts';

/** The community's Grok CLI keeps no sessions: only its saved output can be read. See README.md. */
export const grokCli: Source = {
  ...about,
  places: () => [],
  async *discover() {},
  matches,
  identify,
  reader: grokCliReader,
};
