import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places } from './files.ts';
import { identify, recognises } from './identity.ts';
import { droidReader } from './reader.ts';
import { isSums, sumsReader } from './sums.ts';

/**
 * droid keeps one file per session and sub-agent, and its sums beside it: `~/.factory/sessions/<cwd>/<session
 * id>.jsonl`. See README.md.
 */
export const droid: Source = {
  ...about,
  places,
  discover,
  recognises,
  identify,
  document: (peek) => (isSums(peek) ? { records: ['*'] } : undefined),
  reader: (identity, state) => (identity.beside ? sumsReader(identity) : droidReader(identity, state)),
};
