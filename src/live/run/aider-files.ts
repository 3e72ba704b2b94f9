import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Aider keeps what it sent to the model, the output of tests among it, only when it is told where. Told through the
 * environment, nothing changes for the user; but the environment wins over a configuration file, so where there is
 * one it is left alone.
 */
export function aiderFiles(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  folders: readonly string[],
  into: string,
): Readonly<Record<string, string>> {
  const program = basename(argv[0] ?? '');
  const isAider = program === 'aider' || argv.slice(0, 4).join(' ').includes('-m aider');
  const isTold =
    env[variable] !== undefined ||
    argv.some((word) => word.startsWith('--llm-h') || /^(?:--config|-c)(?:$|=)/.test(word));
  const isConfigured = folders.some((folder) => existsSync(join(folder, '.aider.conf.yml')));
  return isAider && !isTold && !isConfigured ? { [variable]: join(into, 'aider.llm.history') } : {};
}

const variable = 'AIDER_LLM_HISTORY_FILE';
