import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spoolPath } from '../../hook/hook-command.ts';
import { opencodePlugin } from '../../hook/opencode-plugin.ts';
import type { LiveAgent } from '../agent.ts';

const events = [
  'tool.execute.before',
  'tool.execute.after',
  'tool.error',
  'session.status',
  'session.error',
  'permission.asked',
  'permission.replied',
];

export const opencode: LiveAgent = {
  name: 'opencode',
  title: 'OpenCode',
  programs: ['opencode', '~/.opencode/bin/opencode'],
  folders: ({ home, env }) => [
    join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode'),
    join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode'),
  ],

  mcp: {
    since: '1.0.0',
    format: 'json',
    under: 'mcp',
    path(machine) {
      const paths = ['opencode.json', 'opencode.jsonc'].map((name) => join(opencode.folders(machine)[0], name));
      return paths.find((path) => existsSync(path)) ?? paths[0]!;
    },
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  },

  plan({ machine, kit }) {
    return {
      files: [
        {
          kind: 'own',
          path: join(this.folders(machine)[0], 'plugins', 'stemma.js'),
          text: opencodePlugin(spoolPath(kit)),
          mode: 0o644,
        },
      ],
      events,
      captures: 'requests to the model that were retried, permission requests and their answers, calls while they run',
    };
  },
};
