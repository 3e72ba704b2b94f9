import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';
import { groupsOf } from '../groups.ts';
import { isAtLeast } from '../version.ts';

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

/** 0.140 runs none; 0.150 does, and passes over the names it does not know. */
const firstWithHooks = '0.150.0';

/** In hooks.json and not in config.toml: Codex reads both, and the second holds what is not ours to touch. */
export const codex: LiveAgent = {
  name: 'codex',
  title: 'Codex',
  programs: ['codex'],
  folders: ({ home, env }) => [env['CODEX_HOME'] || join(home, '.codex')],

  dependsOnVersion: true,

  plan({ machine, kit, version }) {
    const isOld = version !== undefined && !isAtLeast(version, firstWithHooks);
    return {
      files: [{ kind: 'settings', path: join(this.folders(machine)[0], 'hooks.json'), groups: groupsOf(kit, this.name, events, { handler: { timeout: 10 } }) }],
      events,
      captures: 'calls while they run, requests to the model that were retried, permission requests, interruptions',
      toDo: [
        ...(isOld ? [`Codex ${version} runs no hooks yet: update it, to ${firstWithHooks} or later.`] : []),
        'Open `codex` once and choose to trust the hooks when it asks for a review (or type /hooks). Until then Codex skips them without a word; afterwards `codex exec` runs them too.',
      ],
    };
  },
};
