import type { Source } from '../source.ts';
import { belongings, histories, places } from './discover.ts';
import { flavor, identify, recognises } from './identity.ts';
import { chatReader } from './reader.ts';

/** Aider keeps all sessions of a repository in one file of Markdown, `.aider.chat.history.md`. See README.md. */
export const aider: Source = {
  name: 'aider',
  flavor,
  title: 'Aider',
  gives: { tokens: true, thinking: true },
  spansLines: true,
  places,
  discover: histories,
  recognises,
  identify,
  sideFiles: belongings,
  reader: chatReader,
};
