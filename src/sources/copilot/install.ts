import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';
import type { Machine } from '../source.ts';

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

export const install: AgentInstall = {
  programs: ['copilot'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '0.0.340',
    format: 'json',
    under: 'mcpServers',
    path: (machine) => join(settingsFolder(machine), 'mcp-config.json'),
    entry: ({ command, args }) => ({ tools: ['*'], type: 'local', command, args }),
  },

  plan({ machine, platform, hookCommand }) {
    const shell = platform === 'win32' ? 'powershell' : 'bash';
    const line = (event: string): string => (platform === 'win32' ? '& ' : '') + hookCommand(event);
    const hooks = Object.fromEntries(
      events.map((event) => [event, [{ type: 'command', [shell]: line(event), timeoutSec: 10 }]]),
    );
    return {
      files: [
        {
          kind: 'own',
          path: join(settingsFolder(machine), 'hooks', 'stemma.json'),
          text: `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`,
        },
      ],
      events,
      captures: 'calls while they run, requests that failed and were retried, sub-agents, sessions that are killed',
    };
  },
};

function settingsFolder({ home, env }: Machine): string {
  return env['COPILOT_HOME'] || join(home, '.copilot');
}
