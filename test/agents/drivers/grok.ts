import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';

export const grok: Agent = {
  name: 'grok',
  title: 'Grok Build CLI',
  package: '@xai-official/grok',
  version: '1.0.41',
  required: true,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read_file', args: { target_file: join(project, call.path) } };
      case 'edit':
        return {
          name: 'search_replace',
          args: { file_path: join(project, call.path), old_string: call.from, new_string: call.to },
        };
      case 'run':
        return { name: 'run_terminal_command', args: { command: call.command, description: 'Run a command' } };
      case 'delegate':
        return { name: 'spawn_subagent', args: { description: call.title, prompt: call.prompt, background: false } };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  toolOfServer: ({ tool, args, isLookingUp }) =>
    isLookingUp
      ? { name: 'search_tool', args: { query: `stemma ${tool}` } }
      : { name: 'use_tool', args: { tool_name: `stemma__${tool}`, tool_input: args } },

  prepare({ home, model }) {
    writeSettings(
      home,
      '.grok/config.toml',
      `
[models]
default = "scripted"

[model.scripted]
model = "scripted-1"
name = "Scripted"
base_url = "${model}/v1"
api_key = "none"
api_backend = "chat_completions"
context_window = 128000

[features]
telemetry = false
remote_fetch = false

[telemetry]
trace_upload = false
`,
    );
  },

  launch: ({ installed }, prompt) => ({
    file: programIn(installed, 'grok'),
    args: ['-m', 'scripted', '--always-approve', '--output-format', 'streaming-json', '-p', prompt],
    env: {
      XAI_API_KEY: 'none',
      GROK_DISABLE_AUTOUPDATER: '1',
      GROK_TELEMETRY_ENABLED: '0',
      GROK_TELEMETRY_TRACE_UPLOAD: '0',
    },
  }),

  lacks: {
    verbatim: 'around the answer of a sub-agent it stores other text than the model saw',
    resume: 'the output of its session-start hook does not reach the model',
    tokens: 'a turn with sub-agents has one sum for all of them, which is not counted twice',
  },
};
