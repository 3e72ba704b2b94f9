import type { Source } from '../source.ts';
import { about } from './about.ts';
import { sideFiles, places, transcripts } from './files.ts';
import { identify, matches } from './identify.ts';
import { qwenReader } from './records/reader.ts';

/**
 * Qwen Code keeps one JSONL file per session, `~/.qwen/projects/<folder>/chats/<session id>.jsonl`, and one per
 * sub-agent. See README.md.
 */
export const qwen: Source = {
  ...about,
  places,
  discover: transcripts,
  matches,
  identify,
  sideFiles,
  spansLines: true,
  reader: qwenReader,
};
