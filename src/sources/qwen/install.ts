import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';
import { hookGroups } from '../agent/hook-groups.ts';
import type { Machine } from '../source.ts';

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

export const install: AgentInstall = {
  programs: ['qwen'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '0.1.3',
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
          groups: hookGroups(target, events, { handler: { name: 'stemma', timeout: 10 } }),
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

function settingsFolder({ home, env }: Machine): string {
  return env['QWEN_HOME'] || join(home, '.qwen');
}
