import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';
import { withoutHooks } from './without-hooks.ts';

export const kimi: Agent = {
  name: 'kimi',
  title: 'Kimi Code CLI',
  package: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  shownAs: 'row',
  required: false,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'Read', args: { path: join(project, call.path) } };
      case 'edit':
        return { name: 'Edit', args: { path: join(project, call.path), old_string: call.from, new_string: call.to } };
      case 'run':
        return { name: 'Bash', args: { command: call.command } };
      case 'delegate':
        return { name: 'Agent', args: { description: call.title, prompt: call.prompt } };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  prepare({ home, model }) {
    writeSettings(
      home,
      '.kimi-code/config.toml',
      `
default_model = "scripted"
telemetry = false

[providers.scripted]
type = "openai"
base_url = "${model}/v1"
api_key = "none"

[models.scripted]
provider = "scripted"
model = "scripted-1"
max_context_size = 200000
capabilities = ["thinking", "tool_use"]
`,
    );
  },

  launch: ({ installed }, prompt) => ({
    file: programIn(installed, 'kimi'),
    args: ['-p', prompt],
  }),

  lacks: withoutHooks,
};
