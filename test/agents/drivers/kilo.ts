import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { writeSettings } from './settings-file.ts';
import { withoutHooks } from './without-hooks.ts';

export const kilo: Agent = {
  name: 'kilo',
  title: 'Kilo Code CLI',
  package: '@kilocode/cli-linux-x64',
  version: '7.7.9',
  shownAs: 'row',
  required: false,
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
    writeSettings(home, '.config/kilo/kilo.json', {
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
    file: join(installed, 'node_modules/@kilocode/cli-linux-x64/bin/kilo'),
    // Word by word: it puts quotation marks around an argument with spaces, and sends them along.
    args: ['run', '--format', 'json', '--thinking', ...prompt.split(' ')],
  }),

  lacks: {
    ...withoutHooks,
  },
};
