import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';

export const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  required: true,
  subAgents: 'report',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read_file', args: { file_path: join(project, call.path) } };
      case 'edit':
        return {
          name: 'replace',
          args: {
            file_path: join(project, call.path),
            instruction: 'Correct the sum',
            old_string: call.from,
            new_string: call.to,
          },
        };
      case 'run':
        return { name: 'run_shell_command', args: { command: call.command, description: 'Run a command' } };
      case 'delegate':
        return { name: 'invoke_agent', args: { agent_name: 'generalist', prompt: call.prompt } };
      case 'report':
        return { name: 'complete_task', args: { result: { response: call.text } } };
      case 'await':
        return undefined;
    }
  },

  prepare({ home }) {
    writeSettings(home, '.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      model: { name: 'gemini-3.1-pro-preview' },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    });
  },

  launch: ({ installed, model }, prompt) => ({
    file: programIn(installed, 'gemini'),
    args: ['--yolo', '--skip-trust', '-o', 'stream-json', '-p', prompt],
    env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model },
  }),

  reopen(room, [, ...words], prompt) {
    const { args, ...launch } = this.launch(room, prompt);
    return { ...launch, args: [...words, ...args] };
  },

  lacks: { 'call ids': 'the scripted model sends none, as its API long did, and the agent invents them' },
};
