import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';
import type { Machine } from '../source.ts';

const events = [
  'TaskStart',
  'TaskResume',
  'TaskCancel',
  'TaskComplete',
  'TaskError',
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'PreCompact',
  'SessionShutdown',
];

/** Cline runs the program with the name of the event. */
export const install: AgentInstall = {
  programs: ['cline'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '2.14.0',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(settingsFolder(machine), 'data', 'settings', 'cline_mcp_settings.json'),
    entry: ({ command, args }) => ({ command, args, disabled: false }),
  },

  plan({ machine, platform, hookCommand }) {
    if (platform === 'win32')
      return { instead: 'On Windows Cline has no hooks of the kind stemma writes; `stemma watch` follows its files.' };
    const text = (event: string): string =>
      `#!/bin/sh\n# Written by \`stemma install cline\`; \`stemma uninstall cline\` takes it away.\n${hookCommand(event)}\n`;
    const folder = join(settingsFolder(machine), 'hooks');
    return {
      files: events.map((event) => ({
        kind: 'own',
        path: join(folder, event),
        text: text(event),
        mode: 0o755,
        isShared: true,
      })),
      events,
      captures: 'calls while they run, tasks that are cancelled or fail',
    };
  },
};

function settingsFolder({ home, env }: Machine): string {
  return env['CLINE_DIR'] || join(home, '.cline');
}
