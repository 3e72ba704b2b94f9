import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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

test('a folder of this machine belongs to the repository it is in, a worktree to the one it was made from', () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-repo-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, 'shop/.git/worktrees/fix'), { recursive: true });
  mkdirSync(join(home, 'shop/apps/page'), { recursive: true });
  mkdirSync(join(home, 'fix/apps'), { recursive: true });
  writeFileSync(join(home, 'fix/.git'), `gitdir: ${join(home, 'shop/.git/worktrees/fix')}\n`);
  expect(['shop', 'shop/apps/page', 'fix/apps'].map((folder) => repoOf(join(home, folder)))).toEqual([
    'shop',
    'shop',
    'shop',
  ]);
});
