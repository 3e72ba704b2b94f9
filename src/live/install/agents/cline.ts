import { join } from 'node:path';
import { hookCommand } from '../../hook/hook-command.ts';
import type { LiveAgent } from '../agent.ts';

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

/** Cline runs the program that bears the name of the event. */
export const cline: LiveAgent = {
  name: 'cline',
  title: 'Cline',
  programs: ['cline'],
  folders: ({ home, env }) => [env['CLINE_DIR'] || join(home, '.cline')],

  mcp: {
    since: '2.14.0',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(cline.folders(machine)[0], 'data', 'settings', 'cline_mcp_settings.json'),
    entry: ({ command, args }) => ({ command, args, disabled: false }),
  },

  plan({ machine, kit }) {
    if (kit.platform === 'win32')
      return { instead: 'On Windows Cline has no hooks of the kind stemma writes; `stemma watch` follows its files.' };
    const text = (event: string): string =>
      `#!/bin/sh\n# Written by \`stemma install cline\`; \`stemma uninstall cline\` takes it away.\n${hookCommand(kit, this.name, event)}\n`;
    const folder = join(this.folders(machine)[0], 'hooks');
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
