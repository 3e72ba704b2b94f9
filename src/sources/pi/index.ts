import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places } from './discover.ts';
import { identify, matches } from './identity.ts';
import { piReader } from './reader.ts';

/** pi keeps one file per session: `~/.pi/agent/sessions/--<cwd>--/<start>_<session id>.jsonl`. */
export const pi: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  reader: piReader,
};
