import type { Source } from '../source.ts';
import { about } from './about.ts';
import { documentOf, identify, matches } from './identity.ts';
import { genericReader } from './reader.ts';

/**
 * Messages with roles, as models' APIs have them, of an agent that stemma does not know. Only files that a person names
 * are read, and only where no other source recognises them. See README.md.
 */
export const generic: Source = {
  ...about,
  isFallback: true,
  // eslint-disable-next-line require-yield
  async *discover() {},
  matches,
  identify,
  document: documentOf,
  reader: genericReader,
};
