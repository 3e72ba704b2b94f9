import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';
import { groupsOf } from '../groups.ts';

// Not BeforeModel and AfterModel: they come with every request whole, and with every piece of every answer.
const events = ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'SessionStart', 'SessionEnd', 'Notification'];

export const gemini: LiveAgent = {
  name: 'gemini',
  title: 'Gemini CLI',
  programs: ['gemini'],
  folders: ({ home, env }) => [join(env['GEMINI_CLI_HOME'] || home, '.gemini')],

  mcp: {
    since: '0.1.1',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(gemini.folders(machine)[0], 'settings.json'),
    entry: ({ command, args }) => ({ command, args }),
  },

  plan({ machine, kit }) {
    return {
      files: [
        {
          kind: 'settings',
          path: join(this.folders(machine)[0], 'settings.json'),
          groups: groupsOf(kit, this.name, events, { matcher: '*', handler: { name: 'stemma', timeout: 10_000 } }),
          isOff: ({ hooksConfig }) =>
            (hooksConfig as { enabled?: unknown } | undefined)?.enabled === false
              ? '`hooksConfig.enabled` is false in it, so nothing runs until you change that.'
              : undefined,
        },
      ],
      events,
      captures:
        'calls while they run (Gemini writes them down only when they are over), how long they took, calls that were cut short',
    };
  },
};
