import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';

export const opencode: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  package: 'opencode-ai',
  version: '1.18.33',
  required: true,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read', args: { filePath: join(project, call.path) } };
      case 'edit':
        return { name: 'edit', args: { filePath: join(project, call.path), oldString: call.from, newString: call.to } };
      case 'run':
        return { name: 'bash', args: { command: call.command, description: 'Run a command' } };
      case 'delegate':
        return { name: 'task', args: { description: call.title, prompt: call.prompt, subagent_type: 'general' } };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  prepare({ home, model }) {
    writeSettings(home, '.config/opencode/opencode.json', {
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/scripted-1',
      small_model: 'scripted/scripted-small',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Scripted',
          options: { baseURL: `${model}/v1`, apiKey: 'none' },
          models: {
            'scripted-1': {
              name: 'Scripted',
              limit: { context: 128_000, output: 2048 },
              tool_call: true,
              reasoning: true,
            },
            'scripted-small': { name: 'Scripted, small' },
          },
        },
      },
      permission: { '*': 'allow' },
    });
  },

  launch: ({ installed }, prompt) => ({
    file: programIn(installed, 'opencode'),
    // Word by word: it puts quotation marks around an argument with spaces, and sends them along.
    args: ['run', '--format', 'json', '--thinking', ...prompt.split(' ')],
  }),

  reopen(room, [, ...words], prompt) {
    const {
      args: [run = '', ...args],
      ...launch
    } = this.launch(room, prompt);
    return { ...launch, args: [run, ...words, ...args] };
  },

  lacks: {
    advice: 'a plugin could only change the result, which ours never does',
    resume: 'our plugin only reads and cannot add text for the model',
  },
};
