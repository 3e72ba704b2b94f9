import type { SessionUid } from '../../../model/ids.ts';
import { all, run, type Query } from '../../queries/query.ts';

/** Sessions whose link edges must be derived again. */
export function* unlinkedSessions(limit: number): Query<readonly SessionUid[]> {
  const found = yield* all<{ uid: SessionUid }>('select uid from session where unlinked = 1 limit ?', limit);
  return found.map(({ uid }) => uid);
}

export function* markLinked(sessions: readonly SessionUid[]): Query<void> {
  for (const uid of sessions) yield* run('update session set unlinked = 0 where uid = ?', uid);
}
