import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { withoutHooks } from './without-hooks.ts';

export const gptme: Agent = {
  name: 'gptme',
  title: 'gptme',
  package: 'gptme',
  version: '0.35.1',
  registry: 'pypi',
  shownAs: 'row',
  required: false,
  subAgents: 'none',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read', args: { path: join(project, call.path) } };
      case 'edit':
        return {
          name: 'patch',
          args: {
            path: join(project, call.path),
            patch: `<<<<<<< ORIGINAL\n${call.from}\n=======\n${call.to}\n>>>>>>> UPDATED`,
          },
        };
      case 'run':
        return { name: 'shell', args: { command: call.command } };
      case 'delegate':
      case 'await':
      case 'report':
        return undefined;
    }
  },

  launch: ({ installed, model }, prompt) => ({
    file: programIn(installed, 'gptme'),
    args: ['-n', '-y', '--tool-format', 'tool', '-t', '+read', '-m', 'local/scripted-1', prompt],
    env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, GPTME_BREAK_ON_TOOLUSE: '0' },
  }),

  lacks: {
    ...withoutHooks,
    'sub-agents': 'not tried yet',
    caller: 'not tried yet',
    messages: 'it asks again whether it has finished, and records what the script answers to that',
    tokens: 'it asks again whether it has finished, and records what the script answers to that',
    live: 'it asks again whether it has finished, and records what the script answers to that',
    killed: 'it records an answer when its calls have ended',
    running: 'it records an answer when its calls have ended',
  },
};
