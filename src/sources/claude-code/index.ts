import type { Source } from '../source.ts';
import { belongings, places, transcripts } from './files.ts';
import { flavor, identify, recognises } from './identify.ts';
import { claudeReader } from './reader.ts';
import { retention } from './retention.ts';

/** Claude Code keeps one JSONL file per session: ~/.claude/projects/<folder>/<session id>.jsonl. See README.md. */
export const claudeCode: Source = {
  name: 'claude-code',
  flavor,
  title: 'Claude Code',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    durations: true,
    lineage: true,
    subagents: true,
    globalRecordIds: true,
    siblings: true,
  },
  places,
  retention,
  discover: transcripts,
  recognises,
  identify,
  sideFiles: belongings,
  reader: claudeReader,
};
