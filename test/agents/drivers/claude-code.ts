import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';

export const claudeCode: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.325',
  required: true,
  subAgents: 'answer',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'Read', args: { file_path: join(project, call.path) } };
      case 'edit':
        return {
          name: 'Edit',
          args: { file_path: join(project, call.path), old_string: call.from, new_string: call.to },
        };
      case 'run':
        return { name: 'Bash', args: { command: call.command, description: 'Run a command' } };
      case 'delegate':
        return {
          name: 'Agent',
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

  toolOfServer: ({ tool, args, isLookingUp }) =>
    isLookingUp
      ? { name: 'ToolSearch', args: { query: `select:mcp__stemma__${tool},mcp__stemma__why` } }
      : { name: `mcp__stemma__${tool}`, args },

  launch: ({ installed, model }, prompt) => ({
    file: programIn(installed, 'claude'),
    args: ['-p', prompt, '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      // It refuses to skip permissions for root unless an environment variable says that it is in a sandbox.
      IS_SANDBOX: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  }),

  compact(room) {
    return this.goOn!(room, '/compact');
  },

  goOn(room, prompt) {
    const { args, ...launch } = this.launch(room, prompt);
    return { ...launch, args: ['--continue', ...args] };
  },

  reopen(room, [, ...words], prompt) {
    const { args, ...launch } = this.launch(room, prompt);
    return { ...launch, args: [...words, ...args] };
  },

  lacks: {},
};
