import type { SessionUid } from '../../../model/ids.ts';
import { all, run, type Query } from '../../queries/query.ts';

/**
 * Sessions whose link edges must be derived again, and how often they were touched by then: what another process does
 * meanwhile must not count as linked.
 */
export class Unlinked {
  readonly #touched = new Map<SessionUid, number>();

  *list(limit: number): Query<readonly SessionUid[]> {
    const found = yield* all<{ uid: SessionUid; touched: number }>(
      'select uid, touched from session where touched <> linked limit ?',
      limit,
    );
    for (const { uid, touched } of found) this.#touched.set(uid, touched);
    return found.map(({ uid }) => uid);
  }

  *mark(sessions: readonly SessionUid[]): Query<void> {
    for (const uid of sessions)
      yield* run(
        'update session set linked = coalesce(?::bigint, touched) where uid = ?',
        this.#touched.get(uid) ?? null,
        uid,
      );
  }
}
