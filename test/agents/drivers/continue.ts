import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';

export const continueCli: Agent = {
  name: 'continue',
  title: 'Continue CLI',
  package: '@continuedev/cli',
  version: '1.5.47',
  required: false,
  subAgents: 'none',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'Read', args: { filepath: join(project, call.path) } };
      case 'edit':
        return {
          name: 'Edit',
          args: { file_path: join(project, call.path), old_string: call.from, new_string: call.to },
        };
      case 'run':
        return { name: 'Bash', args: { command: call.command } };
      case 'delegate':
      case 'await':
      case 'report':
        return undefined;
    }
  },

  prepare({ home, model }) {
    writeSettings(
      home,
      '.continue/config.yaml',
      `
name: scripted
version: 1.0.0
schema: v1
models:
  - name: Scripted
    provider: openai
    model: scripted-1
    apiBase: ${model}/v1
    apiKey: none
    roles: [chat, edit, apply]
    capabilities: [tool_use]
`,
    );
  },

  launch: ({ installed, home }, prompt) => ({
    file: programIn(installed, 'cn'),
    args: ['--config', join(home, '.continue/config.yaml'), '--auto', '-p', prompt],
    env: { CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_ENABLE_TELEMETRY: '0' },
  }),

  lacks: {
    advice: 'it runs no hooks',
    resume: 'it runs no hooks',
    thinking: 'it does not save it',
    durations: 'only sessions have times, not their events',
    'sub-agents': 'they exist only in its terminal interface and store only their answer',
    caller: 'they exist only in its terminal interface and store only their answer',
    hooks: 'it has settings for hooks but never runs them',
    running: 'without a terminal it writes a session only when it ends',
    killed: 'without a terminal it writes a session only when it ends',
  },
};
