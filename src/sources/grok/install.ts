import { join } from 'node:path';
import type { AgentInstall } from '../agent/install.ts';
import { hookGroups } from '../agent/hook-groups.ts';
import type { Machine } from '../source.ts';

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
export const install: AgentInstall = {
  programs: ['grok'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '1.0.5',
    format: 'toml',
    under: 'mcp_servers',
    path: (machine) => join(settingsFolder(machine), 'config.toml'),
    entry: ({ command, args }) => ({ command, args, enabled: true }),
  },

  plan(target) {
    const { machine } = target;
    const groups = hookGroups(target, events, { handler: { timeout: 5 } });
    const hooks = Object.fromEntries(Object.entries(groups).map(([event, group]) => [event, [group]]));
    return {
      files: [
        {
          kind: 'own',
          path: join(settingsFolder(machine), 'hooks', 'stemma.json'),
          text: `${JSON.stringify({ hooks }, null, 2)}\n`,
        },
      ],
      events,
      captures: 'calls while they run and how long they took, sub-agents, sessions that are killed',
    };
  },
};

function settingsFolder({ home, env }: Machine): string {
  return env['GROK_HOME'] || join(home, '.grok');
}
