import type { Key } from '../../model/ids.ts';
import type { Sql } from './sql.ts';

export interface KnownEvent {
  readonly id: Key;
  readonly session: number;
  readonly seq: number;
}

/** Where those of these events lie that are already here. */
export async function knownEvents(sql: Sql, tree: Key, ids: readonly Key[]): Promise<ReadonlyMap<Key, KnownEvent>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.all<KnownEvent>(
    'select id, session, seq from event where tree = ? and id = any (?::bigint[])',
    tree,
    ids,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
