import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { writeSettings } from './settings-file.ts';

export const pi: Agent = {
  name: 'pi',
  title: 'pi',
  package: '@earendil-works/pi-coding-agent',
  version: '1.5.0',
  unpack: true,
  // What loads extensions written in TypeScript, and what runs its scripts; the bundle does not bring them.
  with: ['jiti@2.7.0', 'quickjs-wasi@3.6.2'],
  required: true,
  subAgents: 'none',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read', args: { path: join(project, call.path) } };
      case 'edit':
        return {
          name: 'edit',
          args: { path: join(project, call.path), edits: [{ oldText: call.from, newText: call.to }] },
        };
      case 'run':
        return { name: 'bash', args: { command: call.command } };
      case 'delegate':
      case 'await':
      case 'report':
        return undefined;
    }
  },

  // A script calls it, unless the person has it declared.
  toolOfServer: ({ tool, args }) => ({
    name: 'codemode',
    args: { code: `return await tools.mcp__stemma__${tool}(${JSON.stringify(args)})` },
  }),

  prepare({ home, model }) {
    writeSettings(home, '.pi/agent/models.json', {
      providers: {
        scripted: {
          baseUrl: `${model}/v1`,
          api: 'openai-completions',
          apiKey: 'none',
          models: [
            {
              id: 'scripted-1',
              name: 'Scripted',
              reasoning: true,
              input: ['text'],
              contextWindow: 128_000,
              maxTokens: 8192,
            },
          ],
        },
      },
    });
  },

  launch: ({ installed }, prompt) => ({
    file: process.execPath,
    args: [
      join(installed, 'node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js'),
      '--provider',
      'scripted',
      '--model',
      'scripted-1',
      '-p',
      '--mode',
      'json',
      prompt,
    ],
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
  }),

  reopen(room, [, ...words], prompt) {
    const {
      args: [program = '', ...args],
      ...launch
    } = this.launch(room, prompt);
    return { ...launch, args: [program, ...words, ...args] };
  },

  lacks: {
    'sub-agents': 'there are none',
    caller: 'there are none',
    advice: 'an extension could only change the result, which ours never does',
    resume: 'our plugin only reads and cannot add text for the model',
  },
};
