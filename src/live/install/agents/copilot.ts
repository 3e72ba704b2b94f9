import { join } from 'node:path';
import { hookCommand } from '../../hook/hook-command.ts';
import type { LiveAgent } from '../agent.ts';

const events = [
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'userPromptSubmitted',
  'sessionStart',
  'sessionEnd',
  'agentStop',
  'subagentStart',
  'subagentStop',
  'errorOccurred',
  'preCompact',
];

export const copilot: LiveAgent = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  programs: ['copilot'],
  folders: ({ home, env }) => [env['COPILOT_HOME'] || join(home, '.copilot')],

  mcp: {
    since: '0.0.340',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(copilot.folders(machine)[0], 'mcp-config.json'),
    entry: ({ command, args }) => ({ tools: ['*'], type: 'local', command, args }),
  },

  plan({ machine, kit }) {
    const shell = kit.platform === 'win32' ? 'powershell' : 'bash';
    const line = (event: string): string => (kit.platform === 'win32' ? '& ' : '') + hookCommand(kit, this.name, event);
    const hooks = Object.fromEntries(
      events.map((event) => [event, [{ type: 'command', [shell]: line(event), timeoutSec: 10 }]]),
    );
    return {
      files: [
        {
          kind: 'own',
          path: join(this.folders(machine)[0], 'hooks', 'stemma.json'),
          text: `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`,
        },
      ],
      events,
      captures: 'calls while they run, requests that failed and were retried, sub-agents, sessions that are killed',
    };
  },
};
