import type { Key, SessionUid } from '../../model/ids.ts';
import { evictedTogether, sessionsInFiles, type SessionInFile } from '../queries/evicted-together.ts';
import type { EvictableSession, Evicted, Eviction, PieceRow } from '../store.ts';
import type { Connection } from './connection.ts';
import { putBlock } from './commit-pieces.ts';
import { sharingFiles } from './shims.ts';
import { markForSweep, sweep } from './sweep.ts';

/** Blocks that several sessions of a tree share count for each of them. */
export function evictable(connection: Connection, limit: number): readonly EvictableSession[] {
  return connection
    .all<{ uid: SessionUid; ended_at: number | null; bytes: number }>(
      `select s.uid, s.ended_at, coalesce((select sum(b.size) from block b where (b.tree, b.hash) in
           (select p.tree, p.hash from file f join piece p on p.tree = f.tree and p.file = f.file where f.session = s.uid)), 0) as bytes
         from session s where s.unanalyzed = 0 and s.evicted_at is null and exists (select 1 from file f where f.session = s.uid and f.evicted = 0)
        order by coalesce(s.ended_at, 0), s.uid limit ?`,
      limit,
    )
    .map(({ uid, ended_at, bytes }) => ({ uid, endedAt: ended_at, bytes }));
}

/** Lets the bytes of sessions go: their blocks in one transaction, then the room they took in the file. */
export async function evict(connection: Connection, sessions: readonly SessionUid[], how: Eviction): Promise<Evicted> {
  const gone = await connection.transaction(() => {
    const all = evictableAmong(connection, sessions);
    const before = blockBytes(connection);
    for (const uid of all) letGo(connection, uid, how);
    dropBlocksOfEvicted(connection);
    if (all.size > 0) markForSweep(connection);
    return { sessions: [...all], bytes: before - blockBytes(connection) };
  });
  await connection.ask(() => sweep(connection));
  return gone;
}

function evictableAmong(connection: Connection, sessions: readonly SessionUid[]): ReadonlySet<SessionUid> {
  const uidsOf = (where: string) =>
    new Set(connection.all<{ uid: SessionUid }>(`select uid from session where ${where}`).map(({ uid }) => uid));
  return evictedTogether(sessions, {
    inFiles: connection.all<SessionInFile>(sessionsInFiles),
    unready: uidsOf('unanalyzed = 1'),
    gone: uidsOf('evicted_at is not null'),
  });
}

function letGo(connection: Connection, uid: SessionUid, { at, shortened }: Eviction): void {
  const files = connection.all<{ tree: Key; file: number; version: number; reader: string | null }>(
    'select tree, file, version, reader from file where session = ? and evicted = 0',
    uid,
  );
  for (const { tree, file, version, reader } of files) {
    // Of the version that is on disk it is known what to compare it with, should it come again.
    connection.run('delete from piece where tree = ? and file = ? and version <> ?', tree, file, version);
    connection.run(
      'update file set evicted = 1, reader = ? where tree = ? and file = ?',
      reader === null ? null : shortened(reader),
      tree,
      file,
    );
  }
  connection.run('update session set evicted_at = ? where uid = ?', at, uid);
}

function dropBlocksOfEvicted(connection: Connection): void {
  connection.run(
    `delete from block where not exists (select 1 from piece p join file f on f.tree = p.tree and f.file = p.file
        where p.tree = block.tree and p.hash = block.hash and f.evicted = 0)`,
  );
}

function blockBytes(connection: Connection): number {
  return connection.get<{ bytes: number }>('select coalesce(sum(size), 0) as bytes from block')!.bytes;
}

/** Puts bytes back under the pieces that tell what they were; others are left out. */
export function bringBack(connection: Connection, path: string, pieces: readonly PieceRow[]): void {
  const row = connection.get<{ tree: Key; file: number; version: number; session: SessionUid }>(
    'select tree, file, version, session from file where path = ? and superseded = 0 and evicted = 1',
    path,
  );
  if (row === undefined) return;
  const { tree, file, version, session } = row;
  for (const piece of pieces) {
    const hash = Buffer.from(piece.hash, 'hex');
    const isOurs =
      connection.get(
        'select 1 from piece where tree = ? and file = ? and version = ? and start = ? and hash = ?',
        tree,
        file,
        version,
        piece.start,
        hash,
      ) !== undefined;
    if (isOurs) putBlock(connection, tree, hash, piece);
  }
  const isMissing =
    connection.get(
      `select 1 from piece p where p.tree = ? and p.file = ? and p.version = ? and not exists (select 1 from block b where b.tree = p.tree and b.hash = p.hash)`,
      tree,
      file,
      version,
    ) !== undefined;
  if (isMissing) return;
  connection.run('update file set evicted = 0 where tree = ? and file = ?', tree, file);
  for (const uid of [session, ...sharingFiles(connection, session)]) {
    connection.run(
      `update session set evicted_at = null where uid = ?1 and not exists (select 1 from file where session = ?1 and role = 'main' and evicted = 1)`,
      uid,
    );
  }
}
