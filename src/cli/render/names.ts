import type { SessionUid } from '../../model/ids.ts';
import { oneLine } from '../text/safe-text.ts';

/** Enough of an event id to find it again: with 35 bits a million events rarely collide. */
export function shortId(id: string): string {
  return id.slice(0, 10);
}

/** The shortest unique prefixes of session uids; `findSession` accepts them. */
export function shortUids(uids: readonly SessionUid[]): ReadonlyMap<SessionUid, string> {
  const mains = [...new Set(uids.map(mainOf))].sort();
  const short = new Map(
    mains.map((uid, at) => {
      const shared = Math.max(sharedLength(uid, mains[at - 1]), sharedLength(uid, mains[at + 1]));
      return [uid, uid.slice(0, Math.max(uid.indexOf(':') + 1 + leastLength(uid), shared + 1))];
    }),
  );
  // The ids come from the transcript, which is hostile input.
  return new Map(uids.map((uid) => [uid, oneLine(short.get(mainOf(uid))! + uid.slice(mainOf(uid).length))]));
}

export function shortUid(uid: SessionUid): string {
  return shortUids([uid]).get(uid)!;
}

/**
 * Ids that begin with a time share their first eight characters for a minute or a day; thirteen distinguish
 * milliseconds: UUID version 7, `ses_` of OpenCode, milliseconds in plain digits.
 */
function leastLength(uid: string): number {
  return /:(?:[\da-f]{8}-[\da-f]{4}-7|ses_[\da-f]{12}|\d{13}_)/.test(uid) ? 13 : 8;
}

/** The session a sub-agent belongs to; other sessions are their own. */
function mainOf(uid: string): string {
  const slash = uid.indexOf('/');
  return slash < 0 ? uid : uid.slice(0, slash);
}

function sharedLength(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** The last part of a path: what people call a repository. */
export function baseName(path: string | null): string {
  return (
    path
      ?.replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  );
}
