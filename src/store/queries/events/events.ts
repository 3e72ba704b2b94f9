import type { Event } from '../../../model/event.ts';
import type { EventRef, Key, SessionUid } from '../../../model/ids.ts';
import type { Kind } from '../../../model/words.ts';
import { kindCodes } from '../../rows/codes.ts';
import type { EventRecord } from '../../rows/event-table.ts';
import type { LastStep, RecentEvents } from '../../store.ts';
import { isOneOf } from '../conditions.ts';
import type { Dialect } from '../dialect.ts';
import { get, rows, type Parameter, type Query } from '../query.ts';
import { threadOf } from '../sessions/sessions.ts';
import { selectEvents, selectRecords, toEvents } from './event-maker.ts';

export function* event(db: Dialect, ref: EventRef): Query<Event | undefined> {
  const record = yield* eventRecord(db, ref);
  return record === undefined ? undefined : (yield* toEvents(db, [record]))[0];
}

export function* eventRecord(db: Dialect, { tree, event: id }: EventRef): Query<EventRecord | undefined> {
  const found = yield* selectRecords(
    db,
    `select ${db.eventColumns} from event e where e.id = ? and ${db.unindexed('e.tree')} = ?`,
    id,
    tree,
  );
  return found[0];
}

/** Those of these that are here, in the order asked for. */
export function* eventsOf(db: Dialect, refs: readonly EventRef[]): Query<readonly Event[]> {
  const { table, column, values } = db.tuples(2);
  return yield* selectEvents(
    db,
    `select ${db.eventColumns} from ${table}
       ${db.joinInOrder} event e on e.id = ${column(1)} and ${db.unindexed('e.tree')} = ${column(0)} order by w.key`,
    ...values(refs.map(({ tree, event: id }) => [tree, id])),
  );
}

/** Of each its summary, '' where it is not here: for when most of what is read will not be shown. */
export function* summariesOf(db: Dialect, refs: readonly EventRef[]): Query<readonly string[]> {
  const { table, key, column, values } = db.tuples(2);
  const found = yield* rows<readonly [number, string]>(
    `select ${key}, e.summary from ${table}
       ${db.joinInOrder} event e on e.id = ${column(1)} and ${db.unindexed('e.tree')} = ${column(0)}`,
    ...values(refs.map(({ tree, event: id }) => [tree, id])),
  );
  const summaries = refs.map(() => '');
  for (const [at, summary] of found) summaries[Number(at)] = summary;
  return summaries;
}

interface EventPage {
  readonly after: number;
  readonly limit: number;
}

export function* eventsAfter(
  db: Dialect,
  session: SessionUid,
  { after, limit, kinds }: EventPage & { readonly kinds?: readonly Kind[] },
): Query<readonly Event[]> {
  return yield* inSession(db, session, `and e.seq > ? ${isOfKind(kinds)} order by e.seq limit ?`, after, limit);
}

export function* recentEvents(
  db: Dialect,
  session: SessionUid,
  { before = largestSeq, limit, kinds }: RecentEvents,
): Query<readonly Event[]> {
  return yield* inSession(
    db,
    session,
    `and e.seq < ? ${isOfKind(kinds)} order by e.seq desc limit ?`,
    Math.min(before, largestSeq),
    limit,
  );
}

/** A prompt or a call is its own step. */
export function* steps(db: Dialect, session: SessionUid, { after, limit }: EventPage): Query<readonly Event[]> {
  return yield* inSession(db, session, 'and e.seq > ? and e.step = e.seq order by e.seq limit ?', after, limit);
}

function* inSession(
  db: Dialect,
  session: SessionUid,
  rest: string,
  ...values: readonly Parameter[]
): Query<readonly Event[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  return yield* selectEvents(
    db,
    `select ${db.eventColumns} from event e where e.tree = ? and e.session = ? ${rest}`,
    thread.tree,
    thread.session,
    ...values,
  );
}

function isOfKind(kinds: readonly Kind[] | undefined): string {
  return kinds === undefined ? '' : `and ${isOneOf('e.kind', kinds.map(kindCodes.encode))}`;
}

const largestSeq = 2 ** 31 - 1;

export function* countEvents(session: SessionUid): Query<number> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return 0;
  return (yield* get<{ count: number }>(
    'select count(*) as count from event where tree = ? and session = ?',
    thread.tree,
    thread.session,
  ))!.count;
}

export function* eventsOfStep(db: Dialect, ref: EventRef, limit: number): Query<readonly Event[]> {
  return yield* eventsThatName(db, 'step', ref, limit);
}

export function* childEvents(db: Dialect, ref: EventRef, limit: number): Query<readonly Event[]> {
  return yield* eventsThatName(db, 'parent', ref, limit);
}

/**
 * Events whose `parent` or `step` this is. Most are within 32 events of it; the others, and those of other sessions or
 * written before it, are found by the partial indexes.
 */
function* eventsThatName(
  db: Dialect,
  column: 'parent' | 'step',
  ref: EventRef,
  limit: number,
): Query<readonly Event[]> {
  const named = yield* get<{ session: number; seq: number }>(
    `select e.session, e.seq from event e where e.id = ? and ${db.unindexed('e.tree')} = ?`,
    ref.event,
    ref.tree,
  );
  if (named === undefined) return [];
  const isFar = `e.seq - e.${column} not between 0 and 32`;
  const select = (far: number) =>
    `select ${db.eventColumns}, ${far} as far, e.session as by_session, e.seq as by_seq from event e where e.tree = ?1`;
  return yield* selectEvents(
    db,
    `${select(0)} and e.session = ?2 and e.seq between cast(?3 as integer) and cast(?3 as integer) + 32
       and e.${column} = cast(?3 as integer)
     union all
     ${select(1)} and e.${column} = cast(?3 as integer) and e.session = ?2 and ${isFar}
     union all
     ${select(2)} and e.${column} = -cast(?4 as bigint) and ${isFar}
     order by far, by_session, by_seq limit ?5`,
    ref.tree,
    named.session,
    named.seq,
    ref.event,
    limit,
  );
}

export function* firstStep(session: SessionUid): Query<EventRef | undefined> {
  return yield* oneStep(session, 'order by seq limit 1');
}

export function* lastStep(session: SessionUid, { beforeLine, until }: LastStep = {}): Query<EventRef | undefined> {
  return yield* oneStep(
    session,
    'and line < cast(? as bigint) and coalesce(at, 0) <= ? order by seq desc limit 1',
    beforeLine ?? Number.MAX_SAFE_INTEGER,
    until ?? Number.MAX_SAFE_INTEGER,
  );
}

export function* stepByNative(db: Dialect, session: SessionUid, native: string): Query<EventRef | undefined> {
  const line = /^line:(\d+)$/.exec(native)?.[1];
  if (line !== undefined) {
    const onLine = yield* oneStep(session, `and native = '' and line = cast(? as bigint) limit 1`, Number(line));
    if (onLine !== undefined) return onLine;
  }
  const thread = yield* threadOf(session);
  if (thread === undefined) return undefined;
  // The index of native ids is the only fast way.
  return yield* get<{ tree: Key; event: Key }>(
    `select tree, id as event from event
      where substr(native, 1, 16) = substr(cast(?1 as text), 1, 16) and native > '' and native = ?1
        and ${db.unindexed('tree')} = ?2 and ${db.unindexed('session')} = ?3 and step = seq limit 1`,
    native,
    thread.tree,
    thread.session,
  );
}

function* oneStep(session: SessionUid, rest: string, ...values: readonly number[]): Query<EventRef | undefined> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return undefined;
  return yield* get<{ tree: Key; event: Key }>(
    `select tree, id as event from event where tree = ? and session = ? and step = seq ${rest}`,
    thread.tree,
    thread.session,
    ...values,
  );
}
