import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';
import { groupsOf } from '../groups.ts';

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

export const droid: LiveAgent = {
  name: 'droid',
  title: 'Factory droid',
  programs: ['droid'],
  folders: ({ home }) => [join(home, '.factory')],

  mcp: {
    since: '0.99.0',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(droid.folders(machine)[0], 'mcp.json'),
    entry: ({ command, args }) => ({ type: 'stdio', command, args, disabled: false }),
  },

  plan({ machine, kit }) {
    return {
      files: [
        {
          kind: 'settings',
          path: join(this.folders(machine)[0], 'settings.json'),
          groups: groupsOf(kit, this.name, events, { matcher: '*', handler: { timeout: 10 } }),
          isOff: ({ enableHooks }) =>
            enableHooks === false ? '`enableHooks` is false in it, so nothing runs until you change that.' : undefined,
        },
      ],
      events,
      captures: 'calls while they run, how long those took that succeeded, sessions that are killed',
    };
  },
};
