import type { Key, SessionUid } from '../../../model/ids.ts';

/** Which sessions are in which files: those in a transcript, and the one it is named after. */
export const sessionsInFiles = `select distinct e.tree, e.file, s.uid from event e join session s on s.tree = e.tree and s.session = e.session
    join file f on f.tree = e.tree and f.file = e.file and f.role = 'main'
  union select tree, file, session from file`;

export interface SessionInFile {
  readonly tree: Key;
  readonly file: number;
  readonly uid: SessionUid;
}

interface Evictable {
  readonly inFiles: readonly SessionInFile[];
  /** Those without a digest, or with an old one. */
  readonly unready: ReadonlySet<SessionUid>;
  /** Those whose bytes are gone already. */
  readonly gone: ReadonlySet<SessionUid>;
}

/**
 * The sessions that may be evicted, with all that share their files: they are evicted together or not at all, and each
 * must have its digest.
 */
export function evictedTogether(
  sessions: readonly SessionUid[],
  { inFiles, unready, gone }: Evictable,
): ReadonlySet<SessionUid> {
  const neighboursOf = neighbours(inFiles);
  const all = new Set<SessionUid>();
  for (const uid of sessions) {
    if (all.has(uid) || gone.has(uid) || !neighboursOf.has(uid)) continue;
    const together = new Set([uid]);
    for (const each of together) for (const other of neighboursOf.get(each) ?? []) together.add(other);
    if (together.isDisjointFrom(unready)) for (const each of together) if (!gone.has(each)) all.add(each);
  }
  return all;
}

/**
 * For every session those that share its files, itself included. In one pass: one by one, each lookup would read every
 * event of a tree.
 */
function neighbours(inFiles: readonly SessionInFile[]): ReadonlyMap<SessionUid, ReadonlySet<SessionUid>> {
  const found = new Map<SessionUid, Set<SessionUid>>();
  for (const inOneFile of Map.groupBy(inFiles, ({ tree, file }) => `${tree} ${file}`).values()) {
    for (const { uid } of inOneFile) {
      const set = found.get(uid) ?? new Set();
      for (const other of inOneFile) set.add(other.uid);
      found.set(uid, set);
    }
  }
  return found;
}
