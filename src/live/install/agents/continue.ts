import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';

export const continueDev: LiveAgent = {
  name: 'continue',
  title: 'Continue',
  programs: ['cn'],
  folders: ({ home, env }) => [env['CONTINUE_GLOBAL_DIR'] || join(home, '.continue')],

  // It looks nowhere else: the folder mcpServers/ is the editor extension's, and the project's.
  mcp: {
    since: '1.5.11',
    format: 'yaml',
    under: 'mcpServers',
    path: (machine) => join(continueDev.folders(machine)[0], 'config.yaml'),
    entry: ({ command, args }) => ({ command, args }),
    notMade:
      'it has no config.yaml yet, and one that names nothing but a server would leave it without models; make one and install again',
  },

  plan: () => ({
    instead:
      'Continue has no hooks that run (1.5.47 reads them and never calls one). `stemma watch` follows its session files while it works; `stemma run -- cn …` captures a run from outside.',
  }),
};
