import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../source.ts';
import type { AgentInstall } from '../agent/install.ts';
import { hookGroups } from '../agent/hook-groups.ts';
import { offSentence } from '../agent/install-in-folder.ts';
import { knownEvents } from '../agent/version.ts';

/**
 * The version each event was first seen in, from the lists inside the packages 1.0.40 to 2.1.110. One unknown name
 * makes a version before 2.1.325 ignore the whole settings file silently.
 */
const since = {
  PreToolUse: '1.0.40',
  PostToolUse: '1.0.40',
  PostToolUseFailure: '2.0.60',
  PermissionRequest: '2.0.45',
  PermissionDenied: '2.1.90',
  UserPromptSubmit: '1.0.54',
  SessionStart: '1.0.62',
  SessionEnd: '1.0.85',
  Stop: '1.0.40',
  StopFailure: '2.1.80',
  SubagentStart: '2.0.45',
  SubagentStop: '1.0.48',
  PreCompact: '1.0.48',
  PostCompact: '2.1.76',
  Notification: '1.0.40',
} as const;

/** Known to every version of the last year; used when the version is unknown. */
const assumed = '1.0.85';

export const install: AgentInstall = {
  programs: ['claude', '~/.local/bin/claude', '~/.claude/local/claude'],
  folders: (machine) => [settingsFolder(machine)],

  mcp: {
    since: '1.0.40',
    format: 'json',
    under: 'mcpServers',
    // In the folder that is named, else beside the one it makes.
    path: ({ home, env }) => join(namedFolder(env) ?? home, '.claude.json'),
    entry: ({ command, args }) => ({ type: 'stdio', command, args, env: {} }),
    hasItAlready: (machine) =>
      hasPlugin(settingsFolder(machine))
        ? 'the stemma plugin of Claude Code serves it already; `claude plugin uninstall stemma@stemma` and this command again would have it from here'
        : undefined,
  },

  plan(target) {
    const { machine, version } = target;
    const events = knownEvents(since, version, assumed);
    return {
      files: [
        {
          kind: 'settings',
          path: join(settingsFolder(machine), 'settings.json'),
          groups: hookGroups(target, events, { handler: { timeout: 10 } }),
          isOff: (settings) => offSentence(settings, { setting: 'disableAllHooks', value: true }),
        },
      ],
      events,
      captures: [
        'calls while they run and how long they took',
        ...(events.includes('PermissionRequest') ? ['permission requests'] : []),
        ...(events.includes('PermissionDenied') ? ['refusals'] : []),
        ...(events.includes('StopFailure') ? ['requests to the model that failed'] : []),
        'sub-agents',
        'sessions that are killed',
      ].join(', '),
      afterwards: ['Start Claude Code again: a session that is open now does not have the hooks yet.'],
      toDo:
        version === undefined
          ? [
              'Its version could not be found out, so only the events that every version knows are used; install again with `claude` on the PATH for more.',
            ]
          : [],
    };
  },
};

export function settingsFolder({ home, env }: Machine): string {
  return namedFolder(env) ?? join(home, '.claude');
}

function namedFolder(env: Machine['env']): string | undefined {
  return env['CLAUDE_CONFIG_DIR']?.split(',')[0]?.trim() || undefined;
}

/** For a plugin that is enabled for all projects; its hooks do nothing where ours are installed. */
function hasPlugin(folder: string): boolean {
  try {
    const { enabledPlugins } = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as {
      enabledPlugins?: Readonly<Record<string, unknown>>;
    };
    return Object.entries(enabledPlugins ?? {}).some(([name, isOn]) => name.startsWith('stemma@') && isOn === true);
  } catch {
    return false;
  }
}
