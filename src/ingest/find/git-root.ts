import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * The top folder of the repository that a folder of this machine is in; of a worktree that of the repository it was made
 * from. Undefined when the folder is gone, on another machine, or in no repository.
 */
export function gitRootOf(folder: string): string | undefined {
  if (known.has(folder)) return known.get(folder);
  const root = isAbsolute(folder) ? find(folder) : undefined;
  if (known.size >= maxKnown) known.clear();
  known.set(folder, root);
  return root;
}

/** A session's folder is asked for with each of its batches. */
const known = new Map<string, string | undefined>();
const maxKnown = 1_000;

function find(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const git = statSync(join(at, '.git'), { throwIfNoEntry: false });
    if (git?.isDirectory()) return at;
    if (git?.isFile()) return mainRepository(at) ?? at;
    if (dirname(at) === at) return undefined;
  }
}

/** The `.git` of a worktree is a file that names its place in the main repository. */
function mainRepository(worktree: string): string | undefined {
  const [, place] = /^gitdir: (.+)$/m.exec(readFileSync(join(worktree, '.git'), 'utf8').slice(0, 4_000)) ?? [];
  const [, main] = /^(.+)[/\\]\.git[/\\]worktrees[/\\]/.exec(resolve(worktree, place ?? '')) ?? [];
  return main;
}
