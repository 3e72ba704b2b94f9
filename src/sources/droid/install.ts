import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';
import { hookGroups } from '../agent/hook-groups.ts';
import type { Machine } from '../source.ts';

const events = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'Notification',
];

export const install: AgentInstall = {
  programs: ['droid'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '0.99.0',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(settingsFolder(machine), 'mcp.json'),
    entry: ({ command, args }) => ({ type: 'stdio', command, args, disabled: false }),
  },

  plan(target) {
    const { machine } = target;
    return {
      files: [
        {
          kind: 'settings',
          path: join(settingsFolder(machine), 'settings.json'),
          groups: hookGroups(target, events, { matcher: '*', handler: { timeout: 10 } }),
          isOff: ({ enableHooks }) =>
            enableHooks === false ? '`enableHooks` is false in it, so nothing runs until you change that.' : undefined,
        },
      ],
      events,
      captures: 'calls while they run, how long those took that succeeded, sessions that are killed',
    };
  },
};

function settingsFolder({ home }: Machine): string {
  return join(home, '.factory');
}
