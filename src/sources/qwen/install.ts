import { join } from 'node:path';
import { hooksInSettings, installInFolder } from '../agent/install-in-folder.ts';

export const install = installInFolder({
  programs: ['qwen'],
  folder: ({ home, env }) => env['QWEN_HOME'] || join(home, '.qwen'),
  mcp: {
    since: '0.1.3',
    format: 'json',
    under: 'mcpServers',
    file: 'settings.json',
    entry: ({ command, args }) => ({ command, args }),
  },
  events: [
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
  ],
  captures:
    'calls while they run and how long they took, permission requests and refusals, sub-agents, calls that were cut short',
  file: hooksInSettings({
    path: 'settings.json',
    handler: { name: 'stemma', timeout: 10 },
    off: { setting: 'disableAllHooks', value: true },
  }),
});
