import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places } from './discover.ts';
import { identify, matches } from './identity.ts';
import { codexReader } from './records/reader.ts';

/** Codex CLI keeps one rollout per thread: `~/.codex/sessions/YYYY/MM/DD/rollout-<start>-<thread id>.jsonl`. */
export const codex: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  reader: codexReader,
};
