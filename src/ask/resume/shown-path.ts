import type { Session } from '../../model/session.ts';

/**
 * A path as a pack shows it: below the folder that the session works in. A file that lies in that folder itself is
 * shown with the folder's name, for a bare `README.md` may be any.
 */
export function shownPath(path: string, { cwd }: Pick<Session, 'cwd'>): string {
  if (isAbsolute.test(path)) return path.replace(home, '~');
  if (path.includes('/') || cwd === null) return path;
  const folder = cwd.replaceAll('\\', '/').replace(/\/+$/, '').split('/').at(-1);
  return folder ? `${folder}/${path}` : path;
}

/** The same in a text somebody wrote, as a command: what lies in the session's folder loses the way to it. */
export function withoutFolder(text: string, { cwd }: Pick<Session, 'cwd'>): string {
  const short = cwd === null || cwd.length < 4 ? text : text.replaceAll(`${cwd.replace(/\/+$/, '')}/`, '');
  return short.replace(homes, '$1~/');
}

const isAbsolute = /^(?:\/|~|[A-Za-z]:)/;
const home = /^(?:\/home|\/Users)\/[^/]+(?=\/|$)/;
const homes = /(^|[\s"'`(=:])(?:\/home|\/Users)\/[^/\s]+\//g;
