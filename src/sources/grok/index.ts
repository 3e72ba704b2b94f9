import type { Source } from '../source.ts';
import { about } from './about.ts';
import { sideFiles, discover, places } from './files.ts';
import { identify, kindOf, matches } from './identity.ts';
import { grokReader } from './reader.ts';

/**
 * Grok Build keeps one folder per session: `~/.grok/sessions/<cwd>/<session id>/updates.jsonl` and what lies next to
 * it. See README.md.
 */
export const grok: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  // The summary is one value; none of its arrays is a list of records.
  document: (peek) => (kindOf(peek) === 'summary' ? { records: [] } : undefined),
  spansLines: true,
  sideFiles,
  reader: grokReader,
};
