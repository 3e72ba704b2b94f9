import type { Source } from '../source.ts';
import { flavor, identify, recognises } from './identity.ts';
import { grokCliReader } from './reader.ts';

/**
 * The community's Grok CLI keeps no sessions: only what it printed can be read, where somebody saved it. See
 * README.md.
 */
export const grokCli: Source = {
  name: 'grok-cli',
  flavor,
  title: 'Grok CLI (community)',
  gives: {},
  places: () => [],
  async *discover() {},
  recognises,
  identify,
  reader: grokCliReader,
};
