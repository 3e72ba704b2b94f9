import { join } from 'node:path';
import { spoolPath } from '../../hook/hook-command.ts';
import { piExtension } from '../../hook/pi-extension.ts';
import type { LiveAgent } from '../agent.ts';

const events = ['tool_execution_start', 'tool_execution_end', 'after_provider_response'];

export const pi: LiveAgent = {
  name: 'pi',
  title: 'pi',
  programs: ['pi'],
  folders: ({ home, env }) => [env['PI_CODING_AGENT_DIR'] || join(home, '.pi', 'agent')],

  mcp: {
    since: '0.99.0',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(pi.folders(machine)[0], 'mcp.json'),
    entry: ({ command, args }) => ({ command, args }),
  },

  plan({ machine, kit }) {
    return {
      files: [
        {
          kind: 'own',
          path: join(this.folders(machine)[0], 'extensions', 'stemma.ts'),
          text: piExtension(spoolPath(kit)),
          mode: 0o644,
        },
      ],
      events,
      captures:
        'calls while they run (pi writes parallel ones down together, when the slowest is over), requests to the model that failed',
    };
  },
};
