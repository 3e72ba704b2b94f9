import type { Digest } from '../../../model/digest.ts';
import type { Key, SessionUid } from '../../../model/ids.ts';
import { get, type Query } from '../../queries/query.ts';
import { keepDigest } from '../../queries/sessions/digests.ts';

/**
 * How often each session had changed when its surroundings were read, with which analysis begins: what another process
 * adds meanwhile must not count as analyzed.
 */
export type SeenChanges = Map<SessionUid, number>;

interface Kept {
  readonly tree: Key;
  readonly session: number;
  readonly changes: number;
  readonly summed: number;
}

/** Whether another process has analyzed more of it than was read here. */
export function* isOutdated(uid: SessionUid, seen: SeenChanges): Query<boolean> {
  const kept = yield* get<Kept>('select tree, session, changes, summed from session where uid = ?', uid);
  return kept !== undefined && (seen.get(uid) ?? kept.changes) < kept.summed;
}

/** One for a session that is gone is ignored, and so is one derived from less than the stored one. */
export function* putDigest(digest: Digest, at: number, changes: SeenChanges): Query<void> {
  const kept = yield* get<Kept>(
    'select tree, session, changes, summed from session where uid = ? for update',
    digest.session,
  );
  if (kept === undefined) return;
  const seen = changes.get(digest.session) ?? kept.changes;
  if (seen >= kept.summed)
    yield* keepDigest({ tree: kept.tree, session: kept.session, digest, at }, 'summed = ?', seen);
}
