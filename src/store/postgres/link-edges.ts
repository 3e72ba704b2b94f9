import { sessionKey, type Key, type SessionUid } from '../../model/ids.ts';
import type { EdgeRow } from '../store.ts';
import { putEdges } from './put-edges.ts';
import type { Sql } from './sql.ts';

interface Linking {
  readonly tree: Key;
  readonly session: SessionUid;
  readonly edges: readonly EdgeRow[];
}

/** Replaces the edges that link a session, and notes on it the step of its parent that it left from. */
export async function putLinkEdges(sql: Sql, { tree, session, edges }: Linking): Promise<void> {
  const owner = sessionKey(session);
  await sql.run('delete from edge where made_for = ?', owner);
  await putEdges(sql, edges, { madeFor: owner });

  let left: EdgeRow | undefined;
  for (const edge of edges) {
    if (edge.types.some((type) => type !== 'returned') && (await isInParent(sql, session, edge.cause))) {
      left = edge;
      break;
    }
  }
  await sql.run(
    'update session set step_tree = ?, step = ? where uid = ? and tree = ?',
    left?.cause.tree ?? null,
    left?.cause.event ?? null,
    session,
    tree,
  );
}

/** A compaction links steps of one session; only a cause in the parent says where the session left it. */
async function isInParent(sql: Sql, session: SessionUid, cause: EdgeRow['cause']): Promise<boolean> {
  return (
    (await sql.get(
      `select 1 from session child join session parent on parent.uid = child.parent
       join event e on e.id = ? and e.tree = ? and e.tree = parent.tree and e.session = parent.session
      where child.uid = ?`,
      cause.event,
      cause.tree,
      session,
    )) !== undefined
  );
}

/**
 * Sessions to be linked, and how often they were touched by then: what another process does to one while it is linked
 * here must not be taken for linked.
 */
export class Unlinked {
  readonly #touched = new Map<SessionUid, number>();

  async list(sql: Sql, limit: number): Promise<readonly SessionUid[]> {
    const rows = await sql.all<{ uid: SessionUid; touched: number }>(
      'select uid, touched from session where touched <> linked limit ?',
      limit,
    );
    for (const { uid, touched } of rows) this.#touched.set(uid, touched);
    return rows.map(({ uid }) => uid);
  }

  async mark(sql: Sql, sessions: readonly SessionUid[]): Promise<void> {
    for (const uid of sessions)
      await sql.run(
        'update session set linked = coalesce(?::bigint, touched) where uid = ?',
        this.#touched.get(uid) ?? null,
        uid,
      );
  }
}
