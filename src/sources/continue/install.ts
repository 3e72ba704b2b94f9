import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';
import type { Machine } from '../source.ts';

export const install: AgentInstall = {
  programs: ['cn'],
  folders: (machine) => [settingsFolder(machine)],

  // It looks nowhere else: the folder mcpServers/ is the editor extension's, and the project's.
  mcp: {
    since: '1.5.11',
    format: 'yaml',
    under: 'mcpServers',
    path: (machine) => join(settingsFolder(machine), 'config.yaml'),
    entry: ({ command, args }) => ({ command, args }),
    notCreated:
      'it has no config.yaml yet, and one that names nothing but a server would leave it without models; make one and install again',
  },

  plan: () => ({
    instead:
      'Continue has no hooks that run (1.5.47 reads them and never calls one). `stemma watch` follows its session files while it works; `stemma run -- cn …` captures a run from outside.',
  }),
};

function settingsFolder({ home, env }: Machine): string {
  return env['CONTINUE_GLOBAL_DIR'] || join(home, '.continue');
}
