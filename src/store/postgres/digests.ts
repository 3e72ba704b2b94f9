import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Digest } from '../../model/digest.ts';
import type { SessionUid } from '../../model/ids.ts';
import { sessionConditions } from '../session-conditions.ts';
import type { KeptDigest, Page, SessionFilter } from '../store.ts';
import { threadOf } from './read-sessions.ts';
import type { Sql } from './sql.ts';

export async function unanalyzedSessions(sql: Sql, limit: number): Promise<readonly SessionUid[]> {
  return (await sql.all<{ uid: SessionUid }>('select uid from session where unanalyzed = 1 order by tree, session limit ?', limit)).map(({ uid }) => uid);
}

export async function wantDigests(sql: Sql, uids: readonly SessionUid[]): Promise<void> {
  await sql.run('update session set unanalyzed = 1 where uid = any (?::text[]) and unanalyzed = 0', uids);
}

/** One for a session that is gone is left out. */
export async function putDigest(sql: Sql, digest: Digest, at: number): Promise<void> {
  const thread = await threadOf(sql, digest.session);
  if (thread === undefined) return;
  const { tree, session } = thread;
  await sql.run(
    'insert into digest values (?, ?, ?) on conflict (tree, session) do update set digest = excluded.digest', tree, session, zstdCompressSync(JSON.stringify(digest)),
  );
  await sql.run('update session set judged = ?, analyzed_at = ?, unanalyzed = 0 where tree = ? and session = ?', digest.outcome.what, at, tree, session);
}

export async function digest(sql: Sql, uid: SessionUid): Promise<Digest | undefined> {
  const row = await sql.get<{ digest: Uint8Array }>(
    'select d.digest from session s join digest d on d.tree = s.tree and d.session = s.session where s.uid = ? and s.unanalyzed = 0', uid,
  );
  return row && unpacked(row.digest);
}

export async function digests(sql: Sql, filter: SessionFilter, { limit, offset }: Page): Promise<readonly KeptDigest[]> {
  const { where, values } = sessionConditions(filter);
  const rows = await sql.all<{ digest: Uint8Array; repo: string | null }>(
    `select d.digest, s.repo from session s join digest d on d.tree = s.tree and d.session = s.session ${where} order by s.ended_at desc nulls last, s.uid limit ? offset ?`,
    ...values, limit, offset,
  );
  return rows.map(({ digest: data, repo }) => ({ digest: unpacked(data), repo }));
}

function unpacked(data: Uint8Array): Digest {
  return JSON.parse(zstdDecompressSync(data).toString()) as Digest;
}
