import type { SqlValue } from './sql-value.ts';

/**
 * What makes a session one of this repository: its name, or a whole path that the session's folder is or lies below.
 */
export function ofRepo(
  session: string,
  repo: string | undefined,
): readonly [string, SqlValue | undefined, ...SqlValue[]] {
  if (repo === undefined || !repo.startsWith('/')) return [`${session}.repo = ?`, repo];
  const folder = `${repo.replace(/\/+$/, '')}/`;
  return [`(${session}.repo = ? or substr(${session}.cwd || '/', 1, length(?)) = ?)`, repo, folder, folder];
}
