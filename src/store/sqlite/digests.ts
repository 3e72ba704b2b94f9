import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Digest } from '../../model/digest.ts';
import type { SessionUid } from '../../model/ids.ts';
import { sessionConditions } from '../queries/session-conditions.ts';
import { holds } from './holds.ts';
import type { KeptDigest, Page, SessionFilter } from '../store.ts';
import type { Connection } from './connection.ts';
import { threadOf } from './read-sessions.ts';

export function unanalyzedSessions(connection: Connection, limit: number): readonly SessionUid[] {
  return connection
    .all<{ uid: SessionUid }>('select uid from session where unanalyzed = 1 order by tree, session limit ?', limit)
    .map(({ uid }) => uid);
}

export function wantDigest(connection: Connection, uid: SessionUid): void {
  connection.run('update session set unanalyzed = 1 where rowid = (select rowid from session where uid = ?)', uid);
}

/** One for a session that is gone is left out. */
export function putDigest(connection: Connection, digest: Digest, at: number): void {
  const thread = threadOf(connection, digest.session);
  if (thread === undefined) return;
  const { tree, session } = thread;
  connection.run(
    'insert or replace into digest values (?, ?, ?)',
    tree,
    session,
    zstdCompressSync(JSON.stringify(digest)),
  );
  connection.run(
    'update session set judged = ?, analyzed_at = ?, unanalyzed = 0 where tree = ? and session = ?',
    digest.outcome.what,
    at,
    tree,
    session,
  );
}

export function digest(connection: Connection, uid: SessionUid): Digest | undefined {
  const row = connection.get<{ digest: Uint8Array }>(
    'select d.digest from session s join digest d on d.tree = s.tree and d.session = s.session where s.uid = ? and s.unanalyzed = 0',
    uid,
  );
  return row && unpacked(row.digest);
}

export function digests(connection: Connection, filter: SessionFilter, { limit, offset }: Page): readonly KeptDigest[] {
  const { where, values } = sessionConditions(filter, holds);
  return connection
    .all<{ digest: Uint8Array; repo: string | null }>(
      `select d.digest, s.repo from session s join digest d on d.tree = s.tree and d.session = s.session ${where} order by s.ended_at desc, s.uid limit ? offset ?`,
      ...values,
      limit,
      offset,
    )
    .map(({ digest: data, repo }) => ({ digest: unpacked(data), repo }));
}

function unpacked(data: Uint8Array): Digest {
  return JSON.parse(zstdDecompressSync(data).toString()) as Digest;
}
