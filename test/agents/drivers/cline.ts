import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';

export const cline: Agent = {
  name: 'cline',
  title: 'Cline',
  package: 'cline',
  version: '3.0.65',
  required: false,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read_files', args: { files: [{ path: join(project, call.path) }] } };
      case 'edit':
        return { name: 'editor', args: { path: join(project, call.path), old_text: call.from, new_text: call.to } };
      case 'run':
        return { name: 'run_commands', args: { commands: [call.command] } };
      case 'delegate':
        return { name: 'spawn_agent', args: { systemPrompt: 'You review code.', task: call.prompt } };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  prepare({ home, model }) {
    const provider = 'openai-compatible';
    writeSettings(home, '.cline/data/settings/providers.json', {
      version: 1,
      lastUsedProvider: provider,
      modes: {},
      providers: {
        [provider]: {
          settings: { provider, apiKey: 'none', model: 'scripted-1', baseUrl: `${model}/v1` },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    });
  },

  launch: ({ installed }, prompt) => ({
    file: programIn(installed, 'cline'),
    args: ['--json', '--auto-approve', 'true', '-P', 'openai-compatible', '-m', 'scripted-1', prompt],
    // Otherwise it starts a server that outlives it.
    env: { CLINE_NO_AUTO_UPDATE: '1', CLINE_SESSION_BACKEND_MODE: 'local' },
  }),

  lacks: {
    caller: 'a sub-agent is linked to a session, not to a call',
    advice: 'not tried yet',
    resume: 'the output of its task-start hook does not reach the model',
  },
};
