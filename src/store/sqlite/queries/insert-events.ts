import type { Key } from '../../../model/ids.ts';
import type { Dialect } from '../../queries/dialect.ts';
import { all, get, insert, run, type Query } from '../../queries/query.ts';
import { eventColumnTypes, eventValues } from '../../rows/event-table.ts';
import { indexText } from '../../../platform/search/words.ts';

const eventTable = { table: 'event', types: { ...eventColumnTypes(), doc: 'bigint' } } as const;
const searchTable = { table: 'search', types: { rowid: 'bigint', text: 'text' } } as const;

/** Search texts are numbered in order: FTS5 flushes its memory whenever it gets a smaller number. */
export const insertEvents: Dialect['insertEvents'] = function* (tree, events) {
  let { doc } = (yield* get<{ doc: number }>('select coalesce(max(doc), 0) as doc from event where doc is not null'))!;
  const texts: [number, string][] = [];
  const ranges = new Map<number, { readonly first: number; last: number }>();
  const rows = events.map((event) => {
    const values = eventValues(event);
    const text = event.row.search === null ? '' : indexText(event.row.search);
    if (text === '') {
      values.push(null);
      return values;
    }
    doc += 1;
    texts.push([doc, text]);
    const range = ranges.get(event.session);
    if (range === undefined) ranges.set(event.session, { first: doc, last: doc });
    else range.last = doc;
    values.push(doc);
    return values;
  });
  yield* insert(searchTable, texts);
  yield* insert(eventTable, rows);
  for (const [session, { first, last }] of ranges) {
    yield* run(
      'update session set first_doc = coalesce(first_doc, ?), last_doc = ? where tree = ? and session = ?',
      first,
      last,
      tree,
      session,
    );
  }
};

export const replaceSearchText: Dialect['replaceSearchText'] = function* (_, doc, text) {
  yield* run('delete from search where rowid = ?', doc as number);
  yield* insert(searchTable, [[doc as number, text === null ? '' : indexText(text)]]);
};

export const dropSearchText: Dialect['dropSearchText'] = function* (tree, session, seq) {
  const docs = `select doc from event where tree = ? and session = ? and doc is not null`;
  if (seq === undefined) yield* run(`delete from search where rowid in (${docs})`, tree, session);
  else yield* run(`delete from search where rowid = (${docs} and seq = ?)`, tree, session, seq);
};

export function* dropAllSearchText(isKept: string): Query<void> {
  const kept = yield* get(`select 1 from event where ${isKept} limit 1`);
  yield* run(
    kept === undefined
      ? `insert into search (search) values ('delete-all')`
      : `delete from search where rowid in (select doc from event where doc is not null and not (${isKept}))`,
  );
}

export function* wantLinks(tree: Key, session: number): Query<void> {
  yield* run('update session set unlinked = 1 where tree = ? and session = ?', tree, session);
  // One row at a time, by key: an update of several rows sets a savepoint, at which FTS5 flushes its memory.
  const children = yield* all<{ tree: Key; session: number }>(
    `select child.tree, child.session from session parent join link on link.parent = parent.uid
       join session child on child.uid = link.child
      where parent.tree = ? and parent.session = ? and child.unlinked = 0`,
    tree,
    session,
  );
  for (const child of children)
    yield* run('update session set unlinked = 1 where tree = ? and session = ?', child.tree, child.session);
}
