import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';

export const aider: LiveAgent = {
  name: 'aider',
  title: 'Aider',
  programs: ['aider'],
  folders: ({ home }) => [join(home, '.aider')],

  mcp: { instead: 'it knows no MCP' },

  plan: () => ({
    instead:
      'Aider has no hooks. `stemma run -- aider …` captures its edits, commands, commits and test results; `stemma watch` follows its chat history.',
  }),
};
