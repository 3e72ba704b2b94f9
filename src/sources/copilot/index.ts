import type { Source } from '../source.ts';
import { belongings, discover } from './files.ts';
import { flavor, identify, recognises } from './identity.ts';
import { copilotReader } from './reader.ts';

/** Copilot CLI keeps one folder per session: `~/.copilot/session-state/<session id>/events.jsonl`. See README.md. */
export const copilot: Source = {
  name: 'copilot',
  flavor,
  title: 'GitHub Copilot',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, durations: true, subagents: true },
  discover,
  recognises,
  identify,
  sideFiles: belongings,
  reader: copilotReader,
};
