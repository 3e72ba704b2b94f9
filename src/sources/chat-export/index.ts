import type { Source } from '../source.ts';
import { about } from './about.ts';
import { bytes, isExport, list } from './container.ts';
import { identify, matches } from './identity.ts';
import { chatExportReader } from './reader.ts';

/** `conversations.json` of the data that claude.ai and ChatGPT export: all conversations in one list. See README.md. */
export const chatExport: Source = {
  ...about,
  // Nobody knows where people unpack their exports.
  async *discover() {},
  matches,
  identify,
  container: { matches: isExport, list, bytes },
  reader: chatExportReader,
};
