import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { withoutHooks } from './without-hooks.ts';

export const goose: Agent = {
  name: 'goose',
  title: 'goose',
  package: '@aaif/goose-binary-linux-x64',
  version: '1.52.0',
  shownAs: 'row',
  required: false,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'shell', args: { command: `cat ${join(project, call.path)}` } };
      case 'edit':
        return { name: 'edit', args: { path: join(project, call.path), before: call.from, after: call.to } };
      case 'run':
        return { name: 'shell', args: { command: call.command } };
      case 'delegate':
        return { name: 'delegate', args: { instructions: call.prompt } };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  launch: ({ installed, model }, prompt) => ({
    file: join(installed, 'node_modules/@aaif/goose-binary-linux-x64/bin/goose'),
    args: ['run', '--text', prompt],
    env: {
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'scripted-1',
      GOOSE_MODE: 'auto',
      GOOSE_DISABLE_KEYRING: '1',
      GOOSE_TELEMETRY_ENABLED: 'false',
      OPENAI_API_KEY: 'none',
      OPENAI_HOST: model,
    },
  }),

  lacks: {
    killed: 'it stores a call together with its result',
    running: 'it stores a call together with its result',
    ...withoutHooks,
  },
};
