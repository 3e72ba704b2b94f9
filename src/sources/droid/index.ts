import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places } from './files.ts';
import { identify, matches } from './identity.ts';
import { droidReader } from './reader.ts';
import { isSums, sumsReader } from './sums.ts';

/**
 * droid keeps one file per session and sub-agent, and its sums next to it: `~/.factory/sessions/<cwd>/<session
 * id>.jsonl`. See README.md.
 */
export const droid: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document: (peek) => (isSums(peek) ? { records: ['*'] } : undefined),
  reader: (identity, state) => (identity.secondary ? sumsReader(identity) : droidReader(identity, state)),
};
