import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';

/** The folder of the repository that holds this folder, found without asking git. */
export function repositoryAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * What git answers; undefined when it fails. It is only asked what is there: nothing of the caller's environment or
 * of the repository's settings makes it run another program, wait for a lock or for an answer.
 */
export function git(folder: string, args: readonly string[], input?: string): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...quiet, ...args],
      { cwd: folder, env: environment(), encoding: 'buffer', maxBuffer: largestAnswer, windowsHide: true },
      (error, out) => {
        if (!error) return resolve(out);
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? reject(noGit(error)) : resolve(undefined);
      },
    );
    // Git may end before it has read all of it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const quiet = [
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.quotePath=false',
  '-c',
  'diff.noprefix=false',
  '-c',
  'diff.mnemonicPrefix=false',
];
const largestAnswer = 256 << 20;

/**
 * Of ours only what a program needs to be found and to find its settings: no GIT_DIR of a hook we may be called from.
 */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'Path', 'HOME', 'USERPROFILE', 'SystemRoot', 'XDG_CONFIG_HOME'];
  const env = Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return { ...env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
}

function noGit(cause: unknown): StemmaError {
  return new StemmaError('program-not-found', 'git is not on the PATH, and commits cannot be asked about without it.', {
    hint: 'Install git; `stemma blame PATH` of a file on disk works without.',
    cause,
  });
}
