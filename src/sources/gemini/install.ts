import { join } from 'node:path';
import { hooksInSettings, installInFolder } from '../agent/install-in-folder.ts';

export const install = installInFolder({
  programs: ['gemini'],
  folder: ({ home, env }) => join(env['GEMINI_CLI_HOME'] || home, '.gemini'),
  mcp: {
    since: '0.1.1',
    format: 'json',
    under: 'mcpServers',
    file: 'settings.json',
    entry: ({ command, args }) => ({ command, args }),
  },
  // Not BeforeModel and AfterModel: they carry every complete request, and every chunk of every answer.
  events: ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'SessionStart', 'SessionEnd', 'Notification'],
  captures:
    'calls while they run (Gemini writes them down only when they are over), how long they took, calls that were cut short',
  file: hooksInSettings({
    path: 'settings.json',
    matcher: '*',
    handler: { name: 'stemma', timeout: 10_000 },
    off: { setting: 'hooksConfig.enabled', value: false },
  }),
});
