/**
 * The repository a working directory belongs to, by name, as far as the path tells: the folder may be on another
 * machine or long gone. Worktrees count to the repository they were made from.
 */
export function repoOf(cwd: string): string | undefined {
  const parts = cwd.split(/[/\\]+/).filter(Boolean);
  const worktrees = parts.findIndex((part) => /^\.?worktrees?$/.test(part));
  const inside = worktrees > 0 ? parts.slice(0, worktrees) : parts;
  return inside.findLast((part) => !part.startsWith('.')) ?? parts.at(-1);
}
