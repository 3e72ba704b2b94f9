import type { Key } from '../../../model/ids.ts';
import type { EventRow } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, type Query } from '../query.ts';

interface Placed {
  readonly row: EventRow;
  readonly session: number;
  readonly seq: number;
}

interface Ancestor {
  readonly session: number;
  readonly seq: number;
  readonly isRoot: boolean;
  /** A stored reference, as `parent` of table `event` is one; null while it is not known. */
  readonly root: number | null;
}

/**
 * The first parent of each new event, as a stored reference. It stays open (null) where a parent is read later: then
 * whoever asks walks.
 */
export function* rootsOf(db: Dialect, tree: Key, fresh: readonly Placed[]): Query<ReadonlyMap<Key, number | null>> {
  const roots = new Map<Key, number | null>();
  const ancestors = yield* storedParents(db, tree, fresh);
  for (const { row, session, seq } of fresh) {
    const parent = row.parent === null ? undefined : ancestors.get(row.parent);
    const root = parent === undefined ? null : rootBelow(parent, row.parent!, session);
    roots.set(row.key, root);
    ancestors.set(row.key, { session, seq, isRoot: row.parent === null, root });
  }
  return roots;
}

function rootBelow(parent: Ancestor, key: Key, session: number): number | null {
  const isHere = parent.session === session;
  if (parent.isRoot) return isHere ? parent.seq : -key;
  // The seq of an event of another session means nothing here.
  return isHere || (parent.root ?? 0) < 0 ? parent.root : null;
}

function* storedParents(db: Dialect, tree: Key, fresh: readonly Placed[]): Query<Map<Key, Ancestor>> {
  const own = new Set(fresh.map(({ row }) => row.key));
  const wanted = new Set(fresh.flatMap(({ row }) => (row.parent === null || own.has(row.parent) ? [] : [row.parent])));
  if (wanted.size === 0) return new Map();
  const found = yield* all<{ id: Key; session: number; seq: number; parent: number | null; root: number | null }>(
    `select e.id, e.session, e.seq, e.parent, e.root from ${db.list('bigint')}
       ${db.joinInOrder} event e on e.id = w.value and ${db.unindexed('e.tree')} = ?`,
    [...wanted],
    tree,
  );
  return new Map(found.map(({ id, parent, ...place }) => [id, { ...place, isRoot: parent === null }]));
}
