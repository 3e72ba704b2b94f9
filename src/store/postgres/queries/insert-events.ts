import type { Key } from '../../../model/ids.ts';
import type { Dialect } from '../../queries/dialect.ts';
import { insert, nextNumber, run, type Query } from '../../queries/query.ts';
import { eventColumnTypes, eventValues } from '../../rows/event-table.ts';
import { searchVector } from './search-vector.ts';

const eventTable = { table: 'event', types: { ...eventColumnTypes(), kept: 'bigint', words: 'tsvector' } } as const;

export const insertEvents: Dialect['insertEvents'] = function* (_, events) {
  const kept = yield* nextNumber(events.length);
  yield* insert(
    eventTable,
    events.map((event, at) => [...eventValues(event), kept + at, searchVector(event.row.search)]),
  );
};

export const replaceSearchText: Dialect['replaceSearchText'] = function* ({ tree, session, seq }, _, text) {
  yield* run(
    `update event set words = coalesce(?::tsvector, ''::tsvector) where tree = ? and session = ? and seq = ?`,
    searchVector(text),
    tree,
    session,
    seq,
  );
};

export function* wantLinks(tree: Key, session: number): Query<void> {
  yield* run(
    `update session set touched = touched + 1 where (tree = ?1 and session = ?2) or (touched = linked and uid in
       (select link.child from session parent join link on link.parent = parent.uid
         where parent.tree = ?1 and parent.session = ?2))`,
    tree,
    session,
  );
}
