import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';

export const qwen: Agent = {
  name: 'qwen',
  title: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  required: true,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'read_file', args: { file_path: join(project, call.path) } };
      case 'edit':
        return {
          name: 'edit',
          args: { file_path: join(project, call.path), old_string: call.from, new_string: call.to },
        };
      case 'run':
        return {
          name: 'run_shell_command',
          args: { command: call.command, is_background: false, description: 'Run a command' },
        };
      case 'delegate':
        return {
          name: 'agent',
          args: {
            description: call.title,
            prompt: call.prompt,
            subagent_type: 'general-purpose',
            run_in_background: false,
          },
        };
      case 'await':
      case 'report':
        return undefined;
    }
  },

  prepare({ home }) {
    writeSettings(home, '.qwen/settings.json', {
      security: { auth: { selectedType: 'openai' } },
      model: { name: 'scripted-1' },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    });
  },

  launch: ({ installed, model }, prompt) => ({
    file: programIn(installed, 'qwen'),
    args: ['--auth-type', 'openai', '--yolo', '-o', 'stream-json', prompt],
    env: {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: 'scripted-1',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    },
  }),

  reopen(room, [, ...words], prompt) {
    const { args, ...launch } = this.launch(room, prompt);
    return { ...launch, args: [...words, ...args] };
  },

  lacks: {},
};
