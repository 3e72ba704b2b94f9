import { databaseContainer } from '../reader/database.ts';
import type { Source } from '../source.ts';
import { about } from './about.ts';
import { conversations } from './database.ts';
import { discover, places } from './files.ts';
import { documentOf, identify, matches } from './identity.ts';
import { kiroReader } from './reader.ts';

/** Kiro CLI, before it Amazon Q CLI: a database of conversations, or files of messages per session. See README.md. */
export const kiro: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document: documentOf,
  container: databaseContainer([conversations]),
  reader: kiroReader,
};
