import { join } from 'node:path';
import { hookGroups } from '../agent/hook-groups.ts';
import { hooksInOwnFile, installInFolder } from '../agent/install-in-folder.ts';

/**
 * Grok also runs Claude Code's hooks, so an event may come twice: also as `claude-code.…`, with `hookEventName` in it,
 * which Claude Code never writes. The spool assigns those to Grok, and the ids of the calls make the two one. Ours are
 * installed nevertheless: Grok must still report when Claude Code is uninstalled.
 */
export const install = installInFolder({
  programs: ['grok'],
  folder: ({ home, env }) => env['GROK_HOME'] || join(home, '.grok'),
  mcp: {
    since: '1.0.5',
    format: 'toml',
    under: 'mcp_servers',
    file: 'config.toml',
    entry: ({ command, args }) => ({ command, args, enabled: true }),
  },
  events: [
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
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
  captures: 'calls while they run and how long they took, sub-agents, sessions that are killed',
  file: hooksInOwnFile(join('hooks', 'stemma.json'), (target, events) => {
    const groups = hookGroups(target, events, { handler: { timeout: 5 } });
    return { hooks: Object.fromEntries(Object.entries(groups).map(([event, group]) => [event, [group]])) };
  }),
});
