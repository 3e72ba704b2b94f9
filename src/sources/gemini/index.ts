import type { Source } from '../source.ts';
import { about } from './about.ts';
import { sideFiles, places, transcripts } from './files.ts';
import { document, identify, matches } from './identity.ts';
import { geminiReader } from './reader.ts';
import { retention } from './retention.ts';

/**
 * Gemini CLI keeps one file per session and per sub-agent below `~/.gemini/tmp/<project>/chats`: a log of lines,
 * before that one JSON object. See README.md.
 */
export const gemini: Source = {
  ...about,
  places,
  retention,
  discover: transcripts,
  matches,
  identify,
  document,
  sideFiles,
  reader: geminiReader,
};
