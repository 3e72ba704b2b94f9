import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { opencodePlugin } from './plugin.ts';
import type { AgentInstall } from '../agent/install.ts';
import type { Machine } from '../source.ts';

const events = [
  'tool.execute.before',
  'tool.execute.after',
  'tool.error',
  'session.status',
  'session.error',
  'permission.asked',
  'permission.replied',
];

export const install: AgentInstall = {
  programs: ['opencode', '~/.opencode/bin/opencode'],
  folders: (machine) => [
    settingsFolder(machine),
    join(machine.env['XDG_DATA_HOME'] || join(machine.home, '.local', 'share'), 'opencode'),
  ],

  mcp: {
    since: '1.0.0',
    format: 'json',
    under: 'mcp',
    path(machine) {
      const paths = ['opencode.json', 'opencode.jsonc'].map((name) => join(settingsFolder(machine), name));
      return paths.find((path) => existsSync(path)) ?? paths[0]!;
    },
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  },

  plan({ machine, spool }) {
    return {
      files: [
        {
          kind: 'own',
          path: join(settingsFolder(machine), 'plugins', 'stemma.js'),
          text: opencodePlugin(spool),
          mode: 0o644,
        },
      ],
      events,
      captures: 'requests to the model that were retried, permission requests and their answers, calls while they run',
    };
  },
};

function settingsFolder({ home, env }: Machine): string {
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
}
