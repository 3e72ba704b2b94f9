import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Digest } from '../../model/digest.ts';
import type { Key, SessionUid } from '../../model/ids.ts';
import { sessionConditions } from '../queries/session-conditions.ts';
import { holds } from './holds.ts';
import type { KeptDigest, Page, SessionFilter } from '../store.ts';
import type { Sql } from './sql.ts';

export async function unanalyzedSessions(sql: Sql, limit: number): Promise<readonly SessionUid[]> {
  return (
    await sql.all<{ uid: SessionUid }>(
      'select uid from session where changes <> summed order by tree, session limit ?',
      limit,
    )
  ).map(({ uid }) => uid);
}

export async function wantDigests(sql: Sql, uids: readonly SessionUid[]): Promise<void> {
  await sql.run('update session set changes = changes + 1 where uid = any (?::text[])', uids);
}

/**
 * How often each session had changed when its surroundings were asked for, which is what summing up begins with: what
 * another process adds while it is summed up here must not be taken for summed up.
 */
export type SeenChanges = Map<SessionUid, number>;

interface Kept {
  readonly tree: Key;
  readonly session: number;
  readonly changes: number;
  readonly summed: number;
}

/** Whether another process has summed up more of it than was read here. */
export async function isOutdated(sql: Sql, uid: SessionUid, seen: SeenChanges): Promise<boolean> {
  const kept = await sql.get<Kept>('select tree, session, changes, summed from session where uid = ?', uid);
  return kept !== undefined && (seen.get(uid) ?? kept.changes) < kept.summed;
}

interface Putting {
  readonly digest: Digest;
  readonly at: number;
  readonly changes: SeenChanges;
}

/** One for a session that is gone is left out, and so is one that tells less than the one that is here. */
export async function putDigest(sql: Sql, { digest, at, changes }: Putting): Promise<void> {
  const kept = await sql.get<Kept>(
    'select tree, session, changes, summed from session where uid = ? for update',
    digest.session,
  );
  if (kept === undefined) return;
  const { tree, session } = kept;
  const seen = changes.get(digest.session) ?? kept.changes;
  if (seen < kept.summed) return;
  await sql.run(
    'insert into digest values (?, ?, ?) on conflict (tree, session) do update set digest = excluded.digest',
    tree,
    session,
    zstdCompressSync(JSON.stringify(digest)),
  );
  await sql.run(
    'update session set judged = ?, analyzed_at = ?, summed = ? where tree = ? and session = ?',
    digest.outcome.what,
    at,
    seen,
    tree,
    session,
  );
}

export async function digest(sql: Sql, uid: SessionUid): Promise<Digest | undefined> {
  const row = await sql.get<{ digest: Uint8Array }>(
    'select d.digest from session s join digest d on d.tree = s.tree and d.session = s.session where s.uid = ? and s.changes = s.summed',
    uid,
  );
  return row && unpacked(row.digest);
}

export async function digests(
  sql: Sql,
  filter: SessionFilter,
  { limit, offset }: Page,
): Promise<readonly KeptDigest[]> {
  const { where, values } = sessionConditions(filter, holds);
  const rows = await sql.all<{ digest: Uint8Array; repo: string | null }>(
    `select d.digest, s.repo from session s join digest d on d.tree = s.tree and d.session = s.session ${where} order by s.ended_at desc nulls last, s.uid limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
  return rows.map(({ digest: data, repo }) => ({ digest: unpacked(data), repo }));
}

function unpacked(data: Uint8Array): Digest {
  return JSON.parse(zstdDecompressSync(data).toString()) as Digest;
}
