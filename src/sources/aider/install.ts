import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';

export const install: AgentInstall = {
  programs: ['aider'],
  folders: ({ home }) => [join(home, '.aider')],

  mcp: { instead: 'it knows no MCP' },

  plan: () => ({
    instead:
      'Aider has no hooks. `stemma run -- aider …` captures its edits, commands, commits and test results; `stemma watch` follows its chat history.',
  }),
};
