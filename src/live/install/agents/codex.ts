import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';
import { groupsOf } from '../groups.ts';

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

/** In hooks.json and not in config.toml: Codex reads both, and the second holds what is not ours to touch. */
export const codex: LiveAgent = {
  name: 'codex',
  title: 'Codex',
  programs: ['codex'],
  folders: ({ home, env }) => [env['CODEX_HOME'] || join(home, '.codex')],

  plan({ machine, kit }) {
    return {
      files: [{ kind: 'settings', path: join(this.folders(machine)[0], 'hooks.json'), groups: groupsOf(kit, this.name, events, { handler: { timeout: 10 } }) }],
      events,
      captures: 'calls while they run, requests to the model that were retried, permission requests, interruptions',
      toDo: ['Open `codex` once and choose to trust the hooks when it asks for a review (or type /hooks). Until then Codex skips them without a word; afterwards `codex exec` runs them too.'],
    };
  },
};
