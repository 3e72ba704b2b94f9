import type { Session } from '../../../model/session.ts';

/**
 * A path as a pack shows it: relative to the session's folder. A file directly in that folder is shown with the
 * folder's name, because a bare `README.md` could be any.
 */
export function shownPath(path: string, { cwd }: Pick<Session, 'cwd'>): string {
  if (isAbsolute.test(path)) return path.replace(home, '~');
  if (path.includes('/') || cwd === null) return path;
  const folder = cwd.replaceAll('\\', '/').replace(/\/+$/, '').split('/').at(-1);
  return folder ? `${folder}/${path}` : path;
}

/** Shortens paths inside a text, such as a command, by the session's folder. */
export function withoutFolder(text: string, { cwd }: Pick<Session, 'cwd'>): string {
  const short = cwd === null || cwd.length < 4 ? text : text.replaceAll(`${cwd.replace(/\/+$/, '')}/`, '');
  return short.replace(homes, '$1~/');
}

const isAbsolute = /^(?:\/|~|[A-Za-z]:)/;
const home = /^(?:\/home|\/Users)\/[^/]+(?=\/|$)/;
const homes = /(^|[\s"'`(=:])(?:\/home|\/Users)\/[^/\s]+\//g;
