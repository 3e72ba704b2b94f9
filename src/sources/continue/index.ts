import type { Source } from '../source.ts';
import { places, sessionFiles } from './files.ts';
import { document, flavor, identify, recognises } from './identity.ts';
import { continueReader } from './reader.ts';

/**
 * Continue, in the terminal (`cn`) and in editors, keeps one JSON object per session, `~/.continue/sessions/<session
 * id>.json`. See README.md.
 */
export const continueDev: Source = {
  name: 'continue',
  flavor,
  title: 'Continue',
  gives: { tokens: true, thinking: true, exitCodes: true, globalRecordIds: true },
  places,
  discover: sessionFiles,
  recognises,
  identify,
  document,
  reader: continueReader,
};
