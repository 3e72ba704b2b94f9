import type { Source } from '../source.ts';
import { belongings, places, transcripts } from './files.ts';
import { flavor, identify, recognises } from './identify.ts';
import { qwenReader } from './reader.ts';

/**
 * Qwen Code keeps one JSONL file per session, `~/.qwen/projects/<folder>/chats/<session id>.jsonl`, and one per
 * sub-agent. See README.md.
 */
export const qwen: Source = {
  name: 'qwen',
  flavor,
  title: 'Qwen Code',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    durations: true,
    lineage: true,
    subagents: true,
    globalRecordIds: true,
  },
  places,
  discover: transcripts,
  recognises,
  identify,
  sideFiles: belongings,
  spansLines: true,
  reader: qwenReader,
};
