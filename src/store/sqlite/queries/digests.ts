import type { Digest } from '../../../model/digest.ts';
import type { Query } from '../../queries/query.ts';
import { keepDigest } from '../../queries/sessions/digests.ts';
import { threadOf } from '../../queries/sessions/sessions.ts';

/** One for a session that is gone is ignored. */
export function* putDigest(digest: Digest, at: number): Query<void> {
  const thread = yield* threadOf(digest.session);
  if (thread !== undefined) yield* keepDigest({ ...thread, digest, at }, 'unanalyzed = ?', 0);
}
