import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hooksInSettings, installInFolder } from '../agent/install-in-folder.ts';
import { isAtLeast } from '../agent/version.ts';

const events = [
  'PreToolUse',
  'PostToolUse',
  'PostModelRequest',
  'PermissionRequest',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'Interrupt',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
];

/** 0.140 runs none; 0.150 does, and ignores unknown names. */
const firstWithHooks = '0.150.0';

/** In hooks.json and not in config.toml: Codex reads both, and the latter has settings we must not touch. */
export const install = installInFolder({
  programs: ['codex'],
  folder: ({ home, env }) => env['CODEX_HOME'] || join(home, '.codex'),
  mcp: {
    since: '0.20.0',
    format: 'toml',
    under: 'mcp_servers',
    file: 'config.toml',
    entry: ({ command, args }) => ({ command, args }),
  },
  events,
  captures: 'calls while they run, requests to the model that were retried, permission requests, interruptions',
  file: hooksInSettings({ path: 'hooks.json', handler: { timeout: 10 } }),
  toDo({ version }, folder) {
    const isOld = version !== undefined && !isAtLeast(version, firstWithHooks);
    return [
      ...(isOld ? [`Codex ${version} runs no hooks yet: update it, to ${firstWithHooks} or later.`] : []),
      ...(isTrusted(folder, join(folder, 'hooks.json')) ? [] : [trust]),
    ];
  },
});

const trust =
  'Open `codex` once: it says "Hooks need review". Choose "Trust all and continue", or look at them first. ' +
  'Until then Codex skips them without a word; afterwards `codex exec` runs them too.';

/** Codex records which hooks the user trusts, by file, event and place. */
function isTrusted(folder: string, path: string): boolean {
  try {
    const config = readFileSync(join(folder, 'config.toml'), 'utf8');
    return events.every((event) => config.includes(`[hooks.state."${path}:${snakeCase(event)}:`));
  } catch {
    return false;
  }
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
