import { join } from 'node:path';
import { hooksInSettings, installInFolder } from '../agent/install-in-folder.ts';

export const install = installInFolder({
  programs: ['droid'],
  folder: ({ home }) => join(home, '.factory'),
  mcp: {
    since: '0.99.0',
    format: 'json',
    under: 'mcpServers',
    file: 'mcp.json',
    entry: ({ command, args }) => ({ type: 'stdio', command, args, disabled: false }),
  },
  events: [
    'PreToolUse',
    'PostToolUse',
    'UserPromptSubmit',
    'SessionStart',
    'SessionEnd',
    'Stop',
    'SubagentStop',
    'PreCompact',
    'Notification',
  ],
  captures: 'calls while they run, how long those took that succeeded, sessions that are killed',
  file: hooksInSettings({
    path: 'settings.json',
    matcher: '*',
    handler: { timeout: 10 },
    off: { setting: 'enableHooks', value: false },
  }),
});
