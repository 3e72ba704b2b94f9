import { gitRootOf } from './git-root.ts';

/** The name of the repository that a working directory belongs to: of its top folder where it is on this machine. */
export function repoOf(cwd: string): string | undefined {
  return repoInPath(gitRootOf(cwd) ?? cwd);
}

/**
 * The same as far as the path shows: the folder may be on another machine or gone. Worktrees belong to the repository
 * they were made from.
 */
export function repoInPath(cwd: string): string | undefined {
  const parts = cwd.split(/[/\\]+/).filter(Boolean);
  const worktrees = parts.findIndex((part) => /^\.?worktrees?$/.test(part));
  const inside = worktrees > 0 ? parts.slice(0, worktrees) : parts;
  return inside.findLast((part) => !part.startsWith('.')) ?? parts.at(-1);
}
