import { databaseContainer } from '../reader/database.ts';
import type { Source } from '../source.ts';
import { about } from './about.ts';
import { sessionDatabase } from './database.ts';
import { discover, places } from './files.ts';
import { identify, matches } from './identity.ts';
import { gooseReader } from './reader.ts';

/** goose keeps all sessions in one database, before 1.10 each in a file of lines. See README.md. */
export const goose: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  container: databaseContainer([sessionDatabase]),
  reader: gooseReader,
};
