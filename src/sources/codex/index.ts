import type { Source } from '../source.ts';
import { discover, places } from './discover.ts';
import { identify, recognises } from './identity.ts';
import { codexReader } from './reader.ts';

/** Codex CLI keeps one rollout per thread: `~/.codex/sessions/YYYY/MM/DD/rollout-<start>-<thread id>.jsonl`. */
export const codex: Source = {
  name: 'codex',
  flavor: 'codex',
  title: 'Codex CLI',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, durations: true, subagents: true },
  places,
  discover,
  recognises,
  identify,
  reader: codexReader,
};
