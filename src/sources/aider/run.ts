import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AgentRun } from '../agent/run.ts';

/**
 * Aider records its requests, with the output of tests, only into a file it is given. The variable changes nothing else
 * for the user; but it overrides a configuration file, so where there is one it is not set.
 */
export const run: AgentRun = {
  env({ argv, env, folders, into }) {
    const program = basename(argv[0] ?? '');
    const isAider = program === 'aider' || argv.slice(0, 4).join(' ').includes('-m aider');
    const isChosen =
      env[variable] !== undefined ||
      argv.some((word) => word.startsWith('--llm-h') || /^(?:--config|-c)(?:$|=)/.test(word));
    const isConfigured = folders.some((folder) => existsSync(join(folder, '.aider.conf.yml')));
    return isAider && !isChosen && !isConfigured ? { [variable]: join(into, 'aider.llm.history') } : {};
  },
  ownFiles: /(?:^|\/)\.aider[^/]*/,
};

const variable = 'AIDER_LLM_HISTORY_FILE';
