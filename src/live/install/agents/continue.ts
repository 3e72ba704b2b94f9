import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';

export const continueDev: LiveAgent = {
  name: 'continue',
  title: 'Continue',
  programs: ['cn'],
  folders: ({ home, env }) => [env['CONTINUE_GLOBAL_DIR'] || join(home, '.continue')],

  mcp: { instead: 'it is told of servers in config.yaml alone, which stemma does not write' },

  plan: () => ({ instead: 'Continue has no hooks that run (1.5.47 reads them and never calls one). `stemma watch` follows its session files while it works; `stemma run -- cn …` captures a run from outside.' }),
};
