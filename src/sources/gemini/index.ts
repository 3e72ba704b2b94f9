import type { Source } from '../source.ts';
import { belongings, places, transcripts } from './files.ts';
import { document, flavor, identify, recognises } from './identity.ts';
import { geminiReader } from './reader.ts';
import { retention } from './retention.ts';

/**
 * Gemini CLI keeps one file per session and per sub-agent below `~/.gemini/tmp/<project>/chats`: a log of lines,
 * before that one JSON object. See README.md.
 */
export const gemini: Source = {
  name: 'gemini',
  flavor,
  title: 'Gemini CLI',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
  places,
  retention,
  discover: transcripts,
  recognises,
  identify,
  document,
  sideFiles: belongings,
  reader: geminiReader,
};
