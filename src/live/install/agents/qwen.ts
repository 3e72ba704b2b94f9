import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';
import { groupsOf } from '../groups.ts';

const events = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Notification',
];

export const qwen: LiveAgent = {
  name: 'qwen',
  title: 'Qwen Code',
  programs: ['qwen'],
  folders: ({ home, env }) => [env['QWEN_HOME'] || join(home, '.qwen')],

  mcp: {
    since: '0.1.3',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(qwen.folders(machine)[0], 'settings.json'),
    entry: ({ command, args }) => ({ command, args }),
  },

  plan({ machine, kit }) {
    return {
      files: [
        {
          kind: 'settings',
          path: join(this.folders(machine)[0], 'settings.json'),
          groups: groupsOf(kit, this.name, events, { handler: { name: 'stemma', timeout: 10 } }),
          isOff: ({ disableAllHooks }) =>
            disableAllHooks === true
              ? '`disableAllHooks` is true in it, so nothing runs until you change that.'
              : undefined,
        },
      ],
      events,
      captures:
        'calls while they run and how long they took, permission requests and refusals, sub-agents, calls that were cut short',
    };
  },
};
