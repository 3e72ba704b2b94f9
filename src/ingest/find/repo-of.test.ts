import { expect, test } from 'vitest';
import { repoOf } from './repo-of.ts';

test.each([
  ['/home/dev/shop', 'shop'],
  ['/home/dev/shop/', 'shop'],
  ['C:\\work\\shop', 'shop'],
  ['/home/dev/shop/.claude/worktrees/agent-a1b2', 'shop'],
  ['/home/dev/shop/.worktrees/feature', 'shop'],
  ['/home/dev/.dotfiles', 'dev'],
  ['/', undefined],
])('%s belongs to %s', (cwd, repo) => {
  expect(repoOf(cwd)).toBe(repo);
});
