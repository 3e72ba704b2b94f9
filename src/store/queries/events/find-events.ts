import type { Event } from '../../../model/event.ts';
import { eventId, eventKeyRange, eventRef, type Key, type SessionUid } from '../../../model/ids.ts';
import type { EventRecord } from '../../rows/event-table.ts';
import type { Dialect } from '../dialect.ts';
import type { Query } from '../query.ts';
import { afterPrefix, threadOf } from '../sessions/sessions.ts';
import { selectRecords, toEvents } from './event-maker.ts';
import { eventRecord } from './events.ts';

interface Search {
  readonly prefix: string;
  readonly limit: number;
  readonly thread: { readonly tree: Key; readonly session: number } | undefined;
}

export function* findEvents(
  db: Dialect,
  prefix: string,
  session: SessionUid | undefined,
  limit: number,
): Query<readonly Event[]> {
  // No id contains a NUL, and PostgreSQL's text cannot.
  if (prefix === '' || prefix.includes('\0')) return [];
  const thread = session === undefined ? undefined : yield* threadOf(session);
  if (session !== undefined && thread === undefined) return [];
  const search = { prefix, thread, limit };
  for (const way of [byId, byLine, byNative]) {
    const found = yield* way(db, search);
    if (found.length > 0) return yield* toEvents(db, found);
  }
  return [];
}

function* byId(db: Dialect, search: Search): Query<readonly EventRecord[]> {
  const ref = eventRef(search.prefix);
  if (ref !== undefined) {
    const record = yield* eventRecord(db, ref);
    return record === undefined ? [] : [record];
  }
  const range = eventKeyRange(search.prefix);
  if (range === undefined) return [];
  const found = yield* within(db, search, 'e.id >= ? and e.id < ?', 'e.id', range.low, range.high);
  // A prefix may reach into the tree part.
  return found.filter((row) => eventId({ tree: row.tree, event: row.id }).startsWith(search.prefix));
}

function* byLine(db: Dialect, { prefix, thread, limit }: Search): Query<readonly EventRecord[]> {
  const line = /^line:(\d+)$/.exec(prefix)?.[1];
  if (line === undefined || thread === undefined) return [];
  return yield* selectRecords(
    db,
    `select ${db.eventColumns} from event e
      where e.tree = ? and e.session = ? and e.native = '' and e.line = cast(? as bigint) order by e.seq limit ?`,
    thread.tree,
    thread.session,
    Number(line),
    limit,
  );
}

/** An exact native id wins over longer ones. */
function* byNative(db: Dialect, search: Search): Query<readonly EventRecord[]> {
  const { prefix } = search;
  const exact = yield* within(
    db,
    search,
    `substr(e.native, 1, 16) = substr(cast(?1 as text), 1, 16) and e.native > '' and e.native = ?1`,
    db.eventOrder,
    prefix,
  );
  if (exact.length > 0) return exact;
  const start = [...prefix].slice(0, 16).join('');
  return yield* within(
    db,
    search,
    `substr(e.native, 1, 16) >= ? and substr(e.native, 1, 16) < ? and e.native > '' and e.native >= ? and e.native < ?`,
    `substr(e.native, 1, 16), ${db.eventOrder}`,
    start,
    afterPrefix(start),
    prefix,
    afterPrefix(prefix),
  );
}

function* within(
  db: Dialect,
  { thread, limit }: Search,
  condition: string,
  order: string,
  ...values: readonly (string | number)[]
): Query<readonly EventRecord[]> {
  const inThread = thread && `and ${db.unindexed('e.tree')} = ? and ${db.unindexed('e.session')} = ?`;
  return yield* selectRecords(
    db,
    `select ${db.eventColumns} from event e where ${condition} ${inThread ?? ''} order by ${order} limit ?`,
    ...values,
    ...(thread ? [thread.tree, thread.session] : []),
    limit,
  );
}
