import { databaseContainer } from '../reader/database.ts';
import type { Source } from '../source.ts';
import { about } from './about.ts';
import { chatStore } from './container/chat-store.ts';
import { editorState } from './container/editor-state.ts';
import { discover, places, sideFiles } from './files.ts';
import { identify, matches } from './identity.ts';
import { cursorReader } from './records/reader.ts';

/**
 * Cursor keeps the editor's chats in `state.vscdb`, those of its command line each in a `store.db`, and beside both
 * transcripts without results. See README.md.
 */
export const cursor: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  container: databaseContainer([chatStore, editorState]),
  sideFiles,
  reader: cursorReader,
};
