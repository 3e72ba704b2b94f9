import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { withoutHooks } from './without-hooks.ts';

/** Its only tool is a shell. */
export const miniSweAgent: Agent = {
  name: 'swe-agent',
  title: 'mini-swe-agent',
  package: 'mini-swe-agent',
  version: '2.4.6',
  registry: 'pypi',
  // Its client of models imports it, and does not ask for it.
  with: ['mcp'],
  shownAs: 'row',
  required: false,
  subAgents: 'none',

  tool(call) {
    switch (call.does) {
      case 'read':
        return { name: 'bash', args: { command: `cat ${call.path}` } };
      case 'edit':
        return { name: 'bash', args: { command: replaceIn(call.path, call.from, call.to) } };
      case 'run':
        return { name: 'bash', args: { command: call.command } };
      case 'delegate':
      case 'await':
      case 'report':
        return undefined;
    }
  },

  launch: ({ installed, model }, prompt) => ({
    file: programIn(installed, 'mini'),
    args: ['-y', '--exit-immediately', '-m', 'openai/scripted-1', '-l', '0', '-t', prompt],
    env: {
      MSWEA_CONFIGURED: 'true',
      MSWEA_COST_TRACKING: 'ignore_errors',
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      OPENAI_API_KEY: 'none',
      OPENAI_API_BASE: `${model}/v1`,
    },
  }),

  lacks: {
    ...withoutHooks,
    prompt: 'the task is recorded inside the text that the program puts around it',
    'sub-agents': 'there are none',
    caller: 'there are none',
  },
};

/** Fails when the words are not there. */
function replaceIn(path: string, from: string, to: string): string {
  const script = `const fs = require('fs'), s = fs.readFileSync('${path}', 'utf8'); if (!s.includes('${from}')) throw Error('not found'); fs.writeFileSync('${path}', s.replace('${from}', '${to}'))`;
  return `node -e "${script}"`;
}
