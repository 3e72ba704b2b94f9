import type { FolderRow, MovedFolder, Store } from '../../store/store.ts';
import { gitRootOf } from '../find/git-root.ts';
import { repoInPath } from '../find/repo-of.ts';

/**
 * A session begun in a sub-folder belongs to the repository. A folder that is gone cannot be asked where it begins, but
 * sessions in a folder above it show it: their agent recorded a branch there.
 */
export async function joinRepositories(store: Store): Promise<void> {
  const moved = movedFolders(await store.write.folders());
  if (moved.length > 0) await store.write.moveFolders(moved);
}

/** What belongs elsewhere, among the folders named after themselves. Names that agents recorded stay. */
export function movedFolders(folders: readonly FolderRow[]): readonly MovedFolder[] {
  const repositories = new Map<string, FolderRow>();
  for (const folder of folders.toSorted((a, b) => b.sessions - a.sessions)) {
    const place = placeOf(folder, partsOf(folder.cwd));
    if (folder.hasBranch && !isHome(folder.cwd) && !repositories.has(place)) repositories.set(place, folder);
  }
  return folders.flatMap((folder) => {
    if (folder.repo !== repoInPath(folder.cwd) || gitRootOf(folder.cwd) !== undefined) return [];
    const above = outermost(folder, repositories);
    if (above === undefined || above.repo === folder.repo) return [];
    return [{ workspace: folder.workspace, cwd: folder.cwd, from: folder.repo, to: above.repo }];
  });
}

function outermost(folder: FolderRow, repositories: ReadonlyMap<string, FolderRow>): FolderRow | undefined {
  const parts = partsOf(folder.cwd);
  for (let depth = 1; depth < parts.length; depth++) {
    const above = repositories.get(placeOf(folder, parts.slice(0, depth)));
    if (above !== undefined) return above;
  }
  return undefined;
}

/** A repository of dotfiles is no reason to see one in every folder of a person. */
function isHome(cwd: string): boolean {
  return /^(?:\/|[A-Za-z]:[/\\]|\/root|(?:[A-Za-z]:)?[/\\](?:home|Users)[/\\][^/\\]+)$/.test(cwd);
}

function partsOf(cwd: string): readonly string[] {
  return cwd.split(/[/\\]+/).filter(Boolean);
}

function placeOf({ workspace }: FolderRow, parts: readonly string[]): string {
  return `${workspace}\n${parts.join('/')}`;
}
