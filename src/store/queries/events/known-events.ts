import type { Key } from '../../../model/ids.ts';
import type { Dialect } from '../dialect.ts';
import { all, type Query } from '../query.ts';

export interface KnownEvent {
  readonly id: Key;
  readonly session: number;
  readonly seq: number;
}

/** Those of these events that are stored as steps of their own. */
export function* ownSteps(db: Dialect, tree: Key, ids: readonly Key[]): Query<ReadonlySet<Key>> {
  if (ids.length === 0) return new Set();
  const found = yield* all<{ id: Key }>(
    `select e.id from ${db.list('bigint')}
       ${db.joinInOrder} event e on e.id = w.value and ${db.unindexed('e.tree')} = ? where e.step = e.seq`,
    ids,
    tree,
  );
  return new Set(found.map(({ id }) => id));
}

/** The places of those events that are already stored. */
export function* knownEvents(db: Dialect, tree: Key, ids: readonly Key[]): Query<ReadonlyMap<Key, KnownEvent>> {
  if (ids.length === 0) return new Map();
  const found = yield* all<KnownEvent>(
    `select e.id, e.session, e.seq from ${db.list('bigint')}
       ${db.joinInOrder} event e on e.id = w.value and ${db.unindexed('e.tree')} = ?`,
    ids,
    tree,
  );
  return new Map(found.map((row) => [row.id, row]));
}
