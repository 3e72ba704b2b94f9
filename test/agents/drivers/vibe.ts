import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';
import { withoutHooks } from './without-hooks.ts';

export const vibe: Agent = {
  name: 'vibe',
  title: 'Mistral Vibe',
  package: 'mistral-vibe',
  version: '3.0.2',
  registry: 'pypi',
  shownAs: 'row',
  required: false,
  subAgents: 'none',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read_file', args: { path: join(project, call.path) } };
      case 'edit':
        return {
          name: 'edit',
          args: { file_path: join(project, call.path), old_string: call.from, new_string: call.to },
        };
      case 'run':
        return { name: 'bash', args: { command: call.command } };
      case 'delegate':
      case 'await':
      case 'report':
        return undefined;
    }
  },

  prepare({ home, model }) {
    writeSettings(
      home,
      '.vibe/config.toml',
      `
active_model = "scripted"
enable_telemetry = false
enable_update_checks = false

[[providers]]
name = "scripted"
api_base = "${model}/v1"
api_key_env_var = "SCRIPTED_KEY"
api_style = "openai"
backend = "generic"

[[models]]
name = "scripted-1"
provider = "scripted"
alias = "scripted"
`,
    );
  },

  launch: ({ installed }, prompt) => ({
    file: programIn(installed, 'vibe'),
    args: ['--auto-approve', '--trust', '-p', prompt],
    env: { SCRIPTED_KEY: 'none' },
  }),

  lacks: {
    ...withoutHooks,
    'sub-agents': 'its model starts them from a script, which the test cannot write',
    caller: 'its model starts them from a script, which the test cannot write',
  },
};
