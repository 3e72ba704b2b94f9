import type { Source } from '../source.ts';
import { belongings, discover, places } from './files.ts';
import { flavor, identify, recognises } from './identity.ts';
import { droidReader } from './reader.ts';

/** droid keeps one file per session and sub-agent: `~/.factory/sessions/<cwd>/<session id>.jsonl`. See README.md. */
export const droid: Source = {
  name: 'droid',
  flavor,
  title: 'Factory Droid',
  gives: { times: true, thinking: true, exitCodes: true, lineage: true, subagents: true, globalRecordIds: true },
  places,
  discover,
  recognises,
  identify,
  sideFiles: belongings,
  reader: droidReader,
};
