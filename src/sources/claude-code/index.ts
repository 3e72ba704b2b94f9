import type { Source } from '../source.ts';
import { about } from './about.ts';
import { belongings, places, transcripts } from './files.ts';
import { identify, recognises } from './identify.ts';
import { claudeReader } from './records/reader.ts';
import { retention } from './retention.ts';

/** Claude Code keeps one JSONL file per session: ~/.claude/projects/<folder>/<session id>.jsonl. See README.md. */
export const claudeCode: Source = {
  ...about,
  places,
  retention,
  discover: transcripts,
  recognises,
  identify,
  sideFiles: belongings,
  reader: claudeReader,
};
