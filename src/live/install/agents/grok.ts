import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';
import { groupsOf } from '../groups.ts';

const events = [
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
];

/**
 * Grok runs Claude Code's hooks too, so an event may come twice: also as `claude-code.…`, with `hookEventName` in it,
 * which Claude Code never writes. Whoever collects gives those to Grok, and the ids of the calls make the two one.
 * Ours are installed all the same: Grok must not fall silent when Claude Code is uninstalled.
 */
export const grok: LiveAgent = {
  name: 'grok',
  title: 'Grok Build',
  programs: ['grok'],
  folders: ({ home, env }) => [env['GROK_HOME'] || join(home, '.grok')],

  mcp: {
    since: '1.0.5',
    format: 'toml',
    under: 'mcp_servers',
    path: (machine) => join(grok.folders(machine)[0], 'config.toml'),
    entry: ({ command, args }) => ({ command, args, enabled: true }),
  },

  plan({ machine, kit }) {
    const groups = groupsOf(kit, this.name, events, { handler: { timeout: 5 } });
    const hooks = Object.fromEntries(Object.entries(groups).map(([event, group]) => [event, [group]]));
    return {
      files: [
        {
          kind: 'own',
          path: join(this.folders(machine)[0], 'hooks', 'stemma.json'),
          text: `${JSON.stringify({ hooks }, null, 2)}\n`,
        },
      ],
      events,
      captures: 'calls while they run and how long they took, sub-agents, sessions that are killed',
    };
  },
};
