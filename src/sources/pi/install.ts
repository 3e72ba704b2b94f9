import { join } from 'node:path';
import { piExtension } from './extension.ts';
import type { AgentInstall } from '../agent/install.ts';
import type { Machine } from '../source.ts';

const events = ['tool_execution_start', 'tool_execution_end', 'after_provider_response'];

export const install: AgentInstall = {
  programs: ['pi'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '0.99.0',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(settingsFolder(machine), 'mcp.json'),
    entry: ({ command, args }) => ({ command, args }),
  },

  plan({ machine, spool }) {
    return {
      files: [
        {
          kind: 'own',
          path: join(settingsFolder(machine), 'extensions', 'stemma.ts'),
          text: piExtension(spool),
          mode: 0o644,
        },
      ],
      events,
      captures:
        'calls while they run (pi writes parallel ones down together, when the slowest is over), requests to the model that failed',
    };
  },
};

function settingsFolder({ home, env }: Machine): string {
  return env['PI_CODING_AGENT_DIR'] || join(home, '.pi', 'agent');
}
