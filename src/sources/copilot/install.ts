import { join } from 'node:path';
import { hooksInOwnFile, installInFolder } from '../agent/install-in-folder.ts';

export const install = installInFolder({
  programs: ['copilot'],
  folder: ({ home, env }) => env['COPILOT_HOME'] || join(home, '.copilot'),
  mcp: {
    since: '0.0.340',
    format: 'json',
    under: 'mcpServers',
    file: 'mcp-config.json',
    entry: ({ command, args }) => ({ tools: ['*'], type: 'local', command, args }),
  },
  events: [
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
  ],
  captures: 'calls while they run, requests that failed and were retried, sub-agents, sessions that are killed',
  file: hooksInOwnFile(join('hooks', 'stemma.json'), ({ platform, hookCommand }, events) => {
    const shell = platform === 'win32' ? 'powershell' : 'bash';
    const line = (event: string): string => (platform === 'win32' ? '& ' : '') + hookCommand(event);
    const hooks = Object.fromEntries(
      events.map((event) => [event, [{ type: 'command', [shell]: line(event), timeoutSec: 10 }]]),
    );
    return { version: 1, hooks };
  }),
});
