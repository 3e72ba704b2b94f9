import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';
import { hookGroups } from '../agent/hook-groups.ts';
import type { Machine } from '../source.ts';

// Not BeforeModel and AfterModel: they come with every request whole, and with every piece of every answer.
const events = ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'SessionStart', 'SessionEnd', 'Notification'];

export const install: AgentInstall = {
  programs: ['gemini'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '0.1.1',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(settingsFolder(machine), 'settings.json'),
    entry: ({ command, args }) => ({ command, args }),
  },

  plan(target) {
    const { machine } = target;
    return {
      files: [
        {
          kind: 'settings',
          path: join(settingsFolder(machine), 'settings.json'),
          groups: hookGroups(target, events, { matcher: '*', handler: { name: 'stemma', timeout: 10_000 } }),
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

function settingsFolder({ home, env }: Machine): string {
  return join(env['GEMINI_CLI_HOME'] || home, '.gemini');
}
