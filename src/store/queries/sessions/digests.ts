import type { Digest } from '../../../model/digest.ts';
import type { Key, SessionUid } from '../../../model/ids.ts';
import type { KeptDigest, Pagination, SessionFilter } from '../../store.ts';
import { packDigest, unpackDigest } from '../../rows/pack-digest.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, run, type Query } from '../query.ts';
import { sessionConditions } from './session-conditions.ts';

export function* unanalyzedSessions(db: Dialect, limit: number): Query<readonly SessionUid[]> {
  const found = yield* all<{ uid: SessionUid }>(
    `select uid from session where ${db.session.wantsDigest} order by tree, session limit ?`,
    limit,
  );
  return found.map(({ uid }) => uid);
}

/** Something changed that the digest of this session depends on. */
export function* requestDigest(db: Dialect, uid: SessionUid): Query<void> {
  yield* run(`update session set ${db.session.wantDigest} where ${db.session.byUid}`, uid);
}

interface Digested {
  readonly tree: Key;
  readonly session: number;
  readonly digest: Digest;
  readonly at: number;
}

/** `isAnalyzed` is the SQL that marks it as up to date, with one parameter. */
export function* keepDigest({ tree, session, digest, at }: Digested, isAnalyzed: string, seen: number): Query<void> {
  yield* run(
    'insert into digest values (?, ?, ?) on conflict (tree, session) do update set digest = excluded.digest',
    tree,
    session,
    packDigest(digest),
  );
  yield* run(
    `update session set judged = ?, analyzed_at = ?, ${isAnalyzed} where tree = ? and session = ?`,
    digest.outcome.what,
    at,
    seen,
    tree,
    session,
  );
}

export function* digest(db: Dialect, uid: SessionUid): Query<Digest | undefined> {
  const row = yield* get<{ digest: Uint8Array }>(
    `select d.digest from session s join digest d on d.tree = s.tree and d.session = s.session
      where s.uid = ? and not (${db.session.wantsDigest})`,
    uid,
  );
  return row && unpackDigest(row.digest);
}

/** The newest sessions first. */
export function* digests(
  db: Dialect,
  filter: SessionFilter,
  { limit, offset }: Pagination,
): Query<readonly KeptDigest[]> {
  const { where, values } = sessionConditions(filter, db);
  const found = yield* all<{ digest: Uint8Array; repo: string | null }>(
    `select d.digest, s.repo from session s join digest d on d.tree = s.tree and d.session = s.session ${where}
      order by s.ended_at desc nulls last, s.uid limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
  return found.map(({ digest: data, repo }) => ({ digest: unpackDigest(data), repo }));
}
