/**
 * Whether two paths may well be the same file: one is the end of the other. Agents write them absolute, relative, or
 * from another folder.
 */
export function isSameFile(one: string, other: string): boolean {
  // A quick no, for most pairs.
  const [end, otherEnd] = [one.at(-1), other.at(-1)];
  if (end !== otherEnd && !isSeparator(end) && !isSeparator(otherEnd)) return false;
  const a = tidy(one);
  const b = tidy(other);
  if (a === '' || b === '') return false;
  return a.length >= b.length ? endsWithPath(a, b) : endsWithPath(b, a);
}

function isSeparator(character: string | undefined): boolean {
  return character === '/' || character === '\\';
}

/** Whether one may have been compiled from the other: `out/cart/total.js` from `src/cart/total.ts`. */
export function isCompiledFrom(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => /([^\\/]+[\\/][^\\/]+)\.[cm]?([jt])sx?$/.exec(path));
  return a !== null && b !== null && a![1] === b![1] && a![2] !== b![2];
}

/** Notes, logs and files for the moment: no check depends on them unless it names them. */
export function isNote(path: string): boolean {
  return /^(?:\/private)?\/(?:tmp|var)\/|\.(?:md|txt|log|out)$|^\$|(?:^|\/)\.gitignore$/i.test(path);
}

export function isTestFile(path: string): boolean {
  return /(?:^|[\\/._-])(?:tests?|specs?|__tests__)(?=[\\/._-])/i.test(path);
}

export function nameOf(path: string): string {
  const tidied = tidy(path);
  return tidied.slice(tidied.lastIndexOf('/') + 1);
}

export function folderOf(path: string): string {
  const tidied = tidy(path);
  return tidied.slice(0, Math.max(0, tidied.lastIndexOf('/')));
}

function endsWithPath(long: string, end: string): boolean {
  return long.endsWith(end) && (long.length === end.length || long[long.length - end.length - 1] === '/');
}

function tidy(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/\/+$/, '');
}
