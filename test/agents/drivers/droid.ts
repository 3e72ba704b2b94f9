import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { writeSettings } from './settings-file.ts';

// The package that chooses the platform lags behind those it chooses from.
const platformPackage = `@factory/cli-${process.platform}-${process.arch}`;

export const droid: Agent = {
  name: 'droid',
  title: 'Factory Droid',
  package: platformPackage,
  version: '0.225.2',
  required: false,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'Read', args: { file_path: join(project, call.path) } };
      case 'edit':
        return { name: 'Edit', args: { file_path: join(project, call.path), old_str: call.from, new_str: call.to } };
      case 'run':
        return {
          name: 'Execute',
          args: {
            summary: 'Run a command',
            command: call.command,
            timeout: 90,
            riskLevel: 'low',
            riskLevelReason: 'It stays in the project',
          },
        };
      case 'delegate':
        return {
          name: 'Task',
          args: {
            subagent_type: 'worker',
            description: call.title,
            prompt: call.prompt,
            complexity: 'light',
            await: true,
          },
        };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  toolOfServer: ({ tool, args, isLookingUp }) =>
    isLookingUp
      ? { name: 'ToolSearch', args: { query: `select:stemma___${tool},stemma___why` } }
      : { name: `stemma___${tool}`, args },

  prepare({ home, model }) {
    writeSettings(home, '.factory/settings.json', {
      customModels: [
        {
          model: 'scripted-1',
          displayName: 'Scripted',
          baseUrl: `${model}/v1`,
          apiKey: 'none',
          provider: 'generic-chat-completion-api',
          maxOutputTokens: 8192,
        },
      ],
      cloudSessionSync: false,
    });
  },

  launch: ({ installed }, prompt) => ({
    file: join(installed, 'node_modules', platformPackage, 'bin/droid'),
    args: ['exec', '--skip-permissions-unsafe', '-m', 'custom:Scripted-0', '-o', 'stream-json', prompt],
    env: { FACTORY_AIRGAP_ENABLED: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
  }),

  lacks: {
    advice: 'its hooks get no event for a command that fails',
    verbatim: 'for an edit it stores the diff instead of the sentence that the model saw',
    tokens: 'it stores sums per session in its settings, none per response',
  },
};
