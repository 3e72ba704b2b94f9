import type { Source } from '../source.ts';
import { belongings, discover, places } from './files.ts';
import { documentOf, flavor, identify, recognises } from './identity.ts';
import { clineReader } from './reader.ts';

/**
 * Cline keeps a folder per session, `~/.cline/data/sessions/<session id>/`, with one file of messages per agent. See
 * README.md.
 */
export const cline: Source = {
  name: 'cline',
  flavor,
  title: 'Cline',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
  places,
  discover,
  recognises,
  identify,
  document: documentOf,
  sideFiles: belongings,
  reader: clineReader,
};
