import type { Key } from '../../model/ids.ts';
import type { Connection } from './connection.ts';

export interface KnownEvent {
  readonly id: Key;
  readonly session: number;
  readonly seq: number;
}

/** Where those of these events lie that are already here. */
export function knownEvents(connection: Connection, tree: Key, ids: readonly Key[]): ReadonlyMap<Key, KnownEvent> {
  if (ids.length === 0) return new Map();
  const rows = connection.all<KnownEvent>(
    // The unary plus keeps SQLite from walking the whole tree instead of asking the index for each id.
    `select e.id, e.session, e.seq from json_each(?) wanted cross join event e on e.id = wanted.value and +e.tree = ?`,
    JSON.stringify(ids),
    tree,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
