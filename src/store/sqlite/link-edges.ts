import { sessionKey, type Key, type SessionUid } from '../../model/ids.ts';
import type { EdgeRow } from '../store.ts';
import type { Connection } from './connection.ts';
import { putEdges } from './put-edges.ts';

interface Linking {
  readonly tree: Key;
  readonly session: SessionUid;
  readonly edges: readonly EdgeRow[];
}

/** Replaces the edges that link a session, and notes on it the step of its parent that it left from. */
export function putLinkEdges(connection: Connection, { tree, session, edges }: Linking): void {
  const owner = sessionKey(session);
  connection.run('delete from edge where made_for = ?', owner);
  putEdges(connection, edges, { madeFor: owner });

  const left = edges.find(
    (edge) => edge.types.some((type) => type !== 'returned') && isInParent(connection, session, edge.cause),
  );
  connection.run(
    'update session set step_tree = ?, step = ? where uid = ? and tree = ?',
    left?.cause.tree ?? null,
    left?.cause.event ?? null,
    session,
    tree,
  );
}

export function unlinkedSessions(connection: Connection, limit: number): readonly SessionUid[] {
  return connection
    .all<{ uid: SessionUid }>('select uid from session where unlinked = 1 limit ?', limit)
    .map(({ uid }) => uid);
}

export function markLinked(connection: Connection, sessions: readonly SessionUid[]): void {
  for (const uid of sessions) connection.run('update session set unlinked = 0 where uid = ?', uid);
}

/** A compaction links steps of one session; only a cause in the parent says where the session left it. */
function isInParent(connection: Connection, session: SessionUid, cause: EdgeRow['cause']): boolean {
  return (
    connection.get(
      `select 1 from session child join session parent on parent.uid = child.parent
       join event e on e.id = ? and e.tree = ? and e.tree = parent.tree and e.session = parent.session
      where child.uid = ?`,
      cause.event,
      cause.tree,
      session,
    ) !== undefined
  );
}
