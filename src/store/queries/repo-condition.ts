import type { SqlValue } from './sql-value.ts';

/** Whether a session belongs to this repository: by its name, or by a whole path that contains the session's folder. */
export function ofRepo(
  session: string,
  repo: string | undefined,
): readonly [string, SqlValue | undefined, ...SqlValue[]] {
  if (repo === undefined || !repo.startsWith('/')) return [`${session}.repo = ?`, repo];
  const folder = `${repo.replace(/\/+$/, '')}/`;
  return [`(${session}.repo = ? or substr(${session}.cwd || '/', 1, length(?)) = ?)`, repo, folder, folder];
}
