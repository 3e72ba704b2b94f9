import type { SessionUid } from '../../model/ids.ts';

/** Enough of an event id to find it again: 35 bits tell a million events apart almost always. */
export function shortId(id: string): string {
  return id.slice(0, 10);
}

/** Session uids as short as they stay apart from each other, with at least eight characters of the native id. */
export function shortUids(uids: readonly SessionUid[]): ReadonlyMap<SessionUid, string> {
  const sorted = [...new Set(uids)].sort();
  const short = new Map<SessionUid, string>();
  for (const [at, uid] of sorted.entries()) {
    const shared = Math.max(sharedLength(uid, sorted[at - 1]), sharedLength(uid, sorted[at + 1]));
    short.set(uid, uid.slice(0, Math.max(uid.indexOf(':') + 9, shared + 1)));
  }
  return short;
}

export function shortUid(uid: SessionUid): string {
  return shortUids([uid]).get(uid)!;
}

function sharedLength(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** The last part of a path: what people call a repository. */
export function baseName(path: string | null): string {
  return path?.replace(/[/\\]+$/, '').split(/[/\\]/).at(-1) ?? '';
}
