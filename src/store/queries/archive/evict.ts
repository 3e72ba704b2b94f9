import { all, get, run, type Query } from '../query.ts';
import type { Key, SessionUid } from '../../../model/ids.ts';
import { evictedTogether, sessionsInFiles, type SessionInFile } from './evicted-together.ts';
import type { EvictableSession, Evicted, Eviction, PieceRow } from '../../store.ts';
import { putBlock } from './pieces.ts';
import type { Dialect } from '../dialect.ts';
import { sharingFiles } from '../sessions/sessions.ts';

/** Blocks that several sessions of a tree share count for each of them. */
export function* evictable(db: Dialect, limit: number): Query<readonly EvictableSession[]> {
  const rows = yield* all<{ uid: SessionUid; ended_at: number | null; bytes: number }>(
    `with ready as materialized (
       select s.uid, s.ended_at from session s where not (${db.session.wantsDigest}) and s.evicted_at is null
          and exists (select 1 from file f where f.session = s.uid and f.evicted = 0)
        order by coalesce(s.ended_at, 0), s.uid limit ?),
     held as (
       select distinct f.session, b.tree, b.hash, b.size from file f join piece p on p.tree = f.tree and p.file = f.file
         join block b on b.tree = p.tree and b.hash = p.hash where f.session in (select uid from ready))
     select r.uid, r.ended_at, coalesce(h.bytes, 0) as bytes from ready r
       left join (select session, sum(size) as bytes from held group by session) h on h.session = r.uid
      order by coalesce(r.ended_at, 0), r.uid`,
    limit,
  );
  return rows.map(({ uid, ended_at, bytes }) => ({ uid, endedAt: ended_at, bytes }));
}

/** Removes the bytes of sessions. */
export function* evict(db: Dialect, sessions: readonly SessionUid[], how: Eviction): Query<Evicted> {
  const all = yield* evictableAmong(db, sessions);
  const before = yield* blockBytes();
  for (const uid of all) yield* evictSession(uid, how);
  yield* dropBlocksOfEvicted();
  return { sessions: [...all], bytes: before - (yield* blockBytes()) };
}

function* evictableAmong(db: Dialect, sessions: readonly SessionUid[]): Query<ReadonlySet<SessionUid>> {
  return evictedTogether(sessions, {
    inFiles: yield* all<SessionInFile>(sessionsInFiles),
    unready: yield* uidsWhere(db.session.wantsDigest),
    gone: yield* uidsWhere('evicted_at is not null'),
  });
}

function* uidsWhere(condition: string): Query<ReadonlySet<SessionUid>> {
  const found = yield* all<{ uid: SessionUid }>(`select uid from session where ${condition}`);
  return new Set(found.map(({ uid }) => uid));
}

function* evictSession(uid: SessionUid, { at, shortened }: Eviction): Query<void> {
  const files = yield* all<{ tree: Key; file: number; version: number; reader: string | null }>(
    'select tree, file, version, reader from file where session = ? and evicted = 0',
    uid,
  );
  for (const { tree, file, version, reader } of files) {
    // The pieces of the current version stay known, to compare with, should the bytes come back.
    yield* run('delete from piece where tree = ? and file = ? and version <> ?', tree, file, version);
    yield* run(
      'update file set evicted = 1, reader = ? where tree = ? and file = ?',
      reader === null ? null : shortened(reader),
      tree,
      file,
    );
  }
  yield* run('update session set evicted_at = ? where uid = ?', at, uid);
}

function* dropBlocksOfEvicted(): Query<void> {
  yield* run(
    `delete from block where not exists (select 1 from piece p join file f on f.tree = p.tree and f.file = p.file
        where p.tree = block.tree and p.hash = block.hash and f.evicted = 0)`,
  );
}

function* blockBytes(): Query<number> {
  return (yield* get<{ bytes: number }>('select coalesce(sum(size), 0) as bytes from block'))!.bytes;
}

/** Puts bytes back where pieces match; others are ignored. */
export function* restoreBytes(path: string, pieces: readonly PieceRow[]): Query<void> {
  const row = yield* get<{ tree: Key; file: number; version: number; session: SessionUid }>(
    'select tree, file, version, session from file where path = ? and superseded = 0 and evicted = 1',
    path,
  );
  if (row === undefined) return;
  const { tree, file, version, session } = row;
  for (const piece of pieces) {
    const hash = Buffer.from(piece.hash, 'hex');
    const isOurs =
      (yield* get(
        'select 1 from piece where tree = ? and file = ? and version = ? and start = ? and hash = ?',
        tree,
        file,
        version,
        piece.start,
        hash,
      )) !== undefined;
    if (isOurs) yield* putBlock(tree, hash, piece);
  }
  const isMissing =
    (yield* get(
      `select 1 from piece p where p.tree = ? and p.file = ? and p.version = ? and not exists (select 1 from block b where b.tree = p.tree and b.hash = p.hash) limit 1`,
      tree,
      file,
      version,
    )) !== undefined;
  if (isMissing) return;
  yield* run('update file set evicted = 0 where tree = ? and file = ?', tree, file);
  for (const uid of [session, ...(yield* sharingFiles(session))]) {
    yield* run(
      `update session set evicted_at = null where uid = ?1 and not exists (select 1 from file where session = ?1 and role = 'main' and evicted = 1)`,
      uid,
    );
  }
}
