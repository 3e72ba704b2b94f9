import type { Key, SessionUid } from '../../model/ids.ts';
import { evictedTogether, sessionsInFiles, type SessionInFile } from '../queries/evicted-together.ts';
import type { EvictableSession, Evicted, Eviction, PieceRow } from '../store.ts';
import { putBlock } from './commit-pieces.ts';
import { sharingFiles } from './shims.ts';
import type { Sql } from './sql.ts';

/** Blocks that several sessions of a tree share count for each of them. */
export async function evictable(sql: Sql, limit: number): Promise<readonly EvictableSession[]> {
  const rows = await sql.all<{ uid: SessionUid; ended_at: number | null; bytes: number }>(
    `select s.uid, s.ended_at, coalesce((select sum(b.size) from block b where (b.tree, b.hash) in
         (select p.tree, p.hash from file f join piece p on p.tree = f.tree and p.file = f.file where f.session = s.uid)), 0) as bytes
       from session s where s.changes = s.summed and s.evicted_at is null and exists (select 1 from file f where f.session = s.uid and f.evicted = 0)
      order by coalesce(s.ended_at, 0), s.uid limit ?`,
    limit,
  );
  return rows.map(({ uid, ended_at, bytes }) => ({ uid, endedAt: ended_at, bytes }));
}

/** Lets the bytes of sessions go. */
export async function evict(sql: Sql, sessions: readonly SessionUid[], how: Eviction): Promise<Evicted> {
  const all = await evictableAmong(sql, sessions);
  const before = await blockBytes(sql);
  for (const uid of all) await letGo(sql, uid, how);
  await dropBlocksOfEvicted(sql);
  return { sessions: [...all], bytes: before - (await blockBytes(sql)) };
}

async function evictableAmong(sql: Sql, sessions: readonly SessionUid[]): Promise<ReadonlySet<SessionUid>> {
  const uidsOf = async (where: string) =>
    new Set((await sql.all<{ uid: SessionUid }>(`select uid from session where ${where}`)).map(({ uid }) => uid));
  return evictedTogether(sessions, {
    inFiles: await sql.all<SessionInFile>(sessionsInFiles),
    unready: await uidsOf('changes <> summed'),
    gone: await uidsOf('evicted_at is not null'),
  });
}

async function letGo(sql: Sql, uid: SessionUid, { at, shortened }: Eviction): Promise<void> {
  const files = await sql.all<{ tree: Key; file: number; version: number; reader: string | null }>(
    'select tree, file, version, reader from file where session = ? and evicted = 0',
    uid,
  );
  for (const { tree, file, version, reader } of files) {
    // Of the version that is on disk it is known what to compare it with, should it come again.
    await sql.run('delete from piece where tree = ? and file = ? and version <> ?', tree, file, version);
    await sql.run(
      'update file set evicted = 1, reader = ? where tree = ? and file = ?',
      reader === null ? null : shortened(reader),
      tree,
      file,
    );
  }
  await sql.run('update session set evicted_at = ? where uid = ?', at, uid);
}

async function dropBlocksOfEvicted(sql: Sql): Promise<void> {
  await sql.run(
    `delete from block where not exists (select 1 from piece p join file f on f.tree = p.tree and f.file = p.file
        where p.tree = block.tree and p.hash = block.hash and f.evicted = 0)`,
  );
}

async function blockBytes(sql: Sql): Promise<number> {
  return (await sql.get<{ bytes: number }>('select coalesce(sum(size), 0) as bytes from block'))!.bytes;
}

/** Puts bytes back under the pieces that tell what they were; others are left out. */
export async function bringBack(sql: Sql, path: string, pieces: readonly PieceRow[]): Promise<void> {
  const row = await sql.get<{ tree: Key; file: number; version: number; session: SessionUid }>(
    'select tree, file, version, session from file where path = ? and superseded = 0 and evicted = 1',
    path,
  );
  if (row === undefined) return;
  const { tree, file, version, session } = row;
  for (const piece of pieces) {
    const hash = Buffer.from(piece.hash, 'hex');
    const isOurs =
      (await sql.get(
        'select 1 from piece where tree = ? and file = ? and version = ? and start = ? and hash = ?',
        tree,
        file,
        version,
        piece.start,
        hash,
      )) !== undefined;
    if (isOurs) await putBlock(sql, tree, hash, piece);
  }
  const isMissing =
    (await sql.get(
      `select 1 from piece p where p.tree = ? and p.file = ? and p.version = ? and not exists (select 1 from block b where b.tree = p.tree and b.hash = p.hash) limit 1`,
      tree,
      file,
      version,
    )) !== undefined;
  if (isMissing) return;
  await sql.run('update file set evicted = 0 where tree = ? and file = ?', tree, file);
  for (const uid of [session, ...(await sharingFiles(sql, session))]) {
    await sql.run(
      `update session set evicted_at = null where uid = ?1 and not exists (select 1 from file where session = ?1 and role = 'main' and evicted = 1)`,
      uid,
    );
  }
}
