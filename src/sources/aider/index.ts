import type { Source } from '../source.ts';
import { about } from './about.ts';
import { analyticsReader } from './analytics.ts';
import { sideFiles, histories, places } from './discover.ts';
import { identify, kindOfSession, matches } from './identity.ts';
import { llmReader } from './llm-history.ts';
import { chatReader } from './reader.ts';

/** Aider keeps all sessions of a repository in one file of Markdown, `.aider.chat.history.md`. See README.md. */
export const aider: Source = {
  ...about,
  spansLines: true,
  places,
  discover: histories,
  matches,
  identify,
  sideFiles,
  reader(identity, state) {
    switch (kindOfSession(identity.session)) {
      case 'chat':
        return chatReader(identity, state);
      case 'llm':
        return llmReader(identity, state);
      case 'analytics':
        return analyticsReader(identity);
    }
  },
};
