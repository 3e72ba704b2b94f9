import { sessionKey, type Key, type SessionUid } from '../../../model/ids.ts';
import type { EdgeRow } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { get, run, type Query } from '../query.ts';
import { putEdges } from './put-edges.ts';

/** Replaces the edges that link a session, and records the step of its parent that it started from. */
export function* putLinkEdges(db: Dialect, tree: Key, session: SessionUid, edges: readonly EdgeRow[]): Query<void> {
  const madeFor = sessionKey(session);
  yield* run('delete from edge where made_for = ?', madeFor);
  yield* putEdges(db, edges, { madeFor });

  let left: EdgeRow | undefined;
  for (const edge of edges) {
    if (edge.types.some((type) => type !== 'returned') && (yield* isInParent(session, edge.cause))) {
      left = edge;
      break;
    }
  }
  yield* run(
    'update session set step_tree = ?, step = ? where uid = ? and tree = ?',
    left?.cause.tree ?? null,
    left?.cause.event ?? null,
    session,
    tree,
  );
}

/** A compaction links steps of one session; only a cause in the parent is where the session started. */
function* isInParent(session: SessionUid, cause: EdgeRow['cause']): Query<boolean> {
  const found = yield* get(
    `select 1 from session child join session parent on parent.uid = child.parent
       join event e on e.id = ? and e.tree = ? and e.tree = parent.tree and e.session = parent.session
      where child.uid = ?`,
    cause.event,
    cause.tree,
    session,
  );
  return found !== undefined;
}
