import type { Source } from '../source.ts';
import { discover, places } from './discover.ts';
import { flavor, identify, recognises } from './identify.ts';
import { hooksReader } from './reader.ts';

/** What the hooks of all agents told while they ran: `$STEMMA_HOME/hooks/<agent>/<session id>.jsonl`. See README.md. */
export const hooks: Source = {
  name: 'hooks',
  flavor,
  title: 'Hooks',
  gives: { times: true, durations: true, exitCodes: true, subagents: true },
  places,
  discover,
  recognises,
  identify,
  reader: hooksReader,
};
