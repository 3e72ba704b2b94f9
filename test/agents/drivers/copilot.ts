import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';

export const copilot: Agent = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  package: '@github/copilot',
  version: '1.0.102',
  required: true,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'view', args: { path: join(project, call.path) } };
      case 'edit':
        return { name: 'edit', args: { path: join(project, call.path), old_str: call.from, new_str: call.to } };
      case 'run':
        return {
          name: 'bash',
          args: { command: call.command, description: 'Run a command', mode: 'sync', initial_wait: 60 },
        };
      case 'delegate':
        return {
          name: 'task',
          args: { description: call.title, prompt: call.prompt, agent_type: 'explore', name: 'reviewer', mode: 'sync' },
        };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  launch: ({ installed, model }, prompt) => ({
    file: programIn(installed, 'copilot'),
    args: ['--allow-all', '--no-color', '--output-format', 'json', '-p', prompt],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_WIRE_API: 'completions',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted-1',
    },
  }),

  reopen(room, [, ...words], prompt) {
    const { args, ...launch } = this.launch(room, prompt);
    return { ...launch, args: [...words, ...args] };
  },

  lacks: { verbatim: 'for an error inside a tool it stores less text than the model saw' },
};
