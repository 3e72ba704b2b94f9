import { posix } from 'node:path';
import type { Session } from '../../model/session.ts';

/** A file that is asked about. */
export interface AskedFile {
  /** The folder of its repository; its own folder's when it is in none. */
  readonly root: string;
  /** From there, with slashes. */
  readonly path: string;
  /** Whether the repository has a file at this path: what is still there was not moved. */
  readonly has: (path: string) => boolean;
}

/** The whole path an agent meant by what it wrote in a call. */
export function wholePath(written: string, cwd: string | null): string {
  const path = slashed(written);
  return posix.normalize(isWhole(path) || cwd === null ? path : posix.join(slashed(cwd), path));
}

/**
 * What a file that an edit wrote is to the one that is asked about: the `same`; its like in another `copy` of the
 * repository, which may be a worktree, a clone, or the same folder on another machine; an `other` one of the
 * repository; or nothing at all: what was written elsewhere may be alike, a licence or a template, and is still
 * somebody else's.
 */
export type Nearness = 'same' | 'copy' | 'other' | 'none';

export function nearness(
  whole: string,
  { root, path, has }: AskedFile,
  { cwd, repo }: Pick<Session, 'cwd' | 'repo'>,
): Nearness {
  const home = slashed(root);
  if (whole === posix.join(home, path)) return 'same';
  const moved = (from: string): Nearness => (has(whole.slice(from.length + 1)) ? 'none' : 'other');
  if (whole.startsWith(`${home}/`) && !isWorktree(whole.slice(home.length))) return moved(home);
  const names = repositoryNames(home);
  const there = whole.endsWith(`/${path}`) ? whole.slice(0, -path.length - 1) : undefined;
  if (there !== undefined && names.includes(posix.basename(there))) return 'copy';
  const folder = cwd === null ? undefined : slashed(cwd);
  if (repo === null || folder === undefined || !names.includes(repo) || !whole.startsWith(`${folder}/`)) return 'none';
  return folder === there ? 'copy' : moved(folder);
}

/** A repository is called as its folder; a worktree is named for itself, its repository is the folder around. */
function repositoryNames(root: string): readonly string[] {
  const around = /([^/]+)\/\.?(?:[^/]+\/)?\.?worktrees?\//.exec(root)?.[1];
  return around === undefined ? [posix.basename(root)] : [posix.basename(root), around];
}

function isWorktree(below: string): boolean {
  return /\/\.?worktrees?\//.test(below);
}

function isWhole(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:\/)/.test(path);
}

function slashed(path: string): string {
  return path.includes('\\') && !path.includes('/') ? path.replaceAll('\\', '/') : path;
}
