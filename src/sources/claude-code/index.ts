import type { Source } from '../source.ts';
import { about } from './about.ts';
import { sideFiles, places, transcripts } from './files.ts';
import { identify, matches } from './identify.ts';
import { claudeReader } from './records/reader.ts';
import { retention } from './retention.ts';

/** Claude Code keeps one JSONL file per session: ~/.claude/projects/<folder>/<session id>.jsonl. See README.md. */
export const claudeCode: Source = {
  ...about,
  places,
  retention,
  discover: transcripts,
  matches,
  identify,
  sideFiles,
  reader: claudeReader,
};
