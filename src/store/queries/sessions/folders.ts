import type { FolderRow, MovedFolder } from '../../store.ts';
import { all, run, type Query } from '../query.ts';

export function* folders(): Query<readonly FolderRow[]> {
  const found = yield* all<Omit<FolderRow, 'hasBranch'> & { readonly branches: number }>(
    `select workspace, cwd, repo, count(branch) as branches, count(*) as sessions from session
      where cwd is not null and repo is not null group by workspace, cwd, repo order by workspace, cwd, repo`,
  );
  return found.map(({ branches, ...folder }) => ({ ...folder, hasBranch: branches > 0 }));
}

export function* moveFolders(moved: readonly MovedFolder[]): Query<void> {
  for (const { workspace, cwd, from, to } of moved)
    yield* run('update session set repo = ? where workspace = ? and cwd = ? and repo = ?', to, workspace, cwd, from);
}
