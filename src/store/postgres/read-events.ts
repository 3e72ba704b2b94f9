import type { Event } from '../../model/event.ts';
import type { EventRef, Key, SessionUid } from '../../model/ids.ts';
import type { Kind } from '../../model/words.ts';
import { kindCodes } from '../rows/codes.ts';
import type { EventRecord } from '../rows/event-record.ts';
import type { LastStep, RecentEvents } from '../store.ts';
import { eventColumns, eventRows, events, toEvents, unpacked } from './event-rows.ts';
import { wholeStore } from './locks.ts';
import { threadOf } from './shims.ts';
import type { Parameter, Sql } from './sql.ts';
import { eventsPerTransaction } from './transaction.ts';

export async function event(sql: Sql, ref: EventRef): Promise<Event | undefined> {
  const row = await eventRow(sql, ref);
  return row === undefined ? undefined : (await toEvents(sql, [row]))[0];
}

export async function eventsOf(sql: Sql, refs: readonly EventRef[]): Promise<readonly Event[]> {
  return await events(
    sql,
    'from unnest(?::bigint[], ?::bigint[]) with ordinality w(tree, id, at) join event e on e.tree = w.tree and e.id = w.id order by w.at',
    refs.map(({ tree }) => tree),
    refs.map(({ event: id }) => id),
  );
}

export async function eventRow(sql: Sql, { tree, event: id }: EventRef): Promise<EventRecord | undefined> {
  return (await eventRows(sql, `select ${eventColumns} from event e where e.tree = ? and e.id = ?`, tree, id))[0];
}

export async function eventsAfter(
  sql: Sql,
  session: SessionUid,
  { after, limit, kinds }: { readonly after: number; readonly limit: number; readonly kinds?: readonly Kind[] },
): Promise<readonly Event[]> {
  return await inSession(
    sql,
    session,
    'and e.seq > ?3 and (?5::int[] is null or e.kind = any (?5)) order by e.seq limit ?4',
    after,
    limit,
    codesOf(kinds),
  );
}

export async function recentEvents(
  sql: Sql,
  session: SessionUid,
  { before = largestInteger, limit, kinds }: RecentEvents,
): Promise<readonly Event[]> {
  return await inSession(
    sql,
    session,
    'and e.seq < ?3 and (?5::int[] is null or e.kind = any (?5)) order by e.seq desc limit ?4',
    Math.min(before, largestInteger),
    limit,
    codesOf(kinds),
  );
}

/** A prompt or a call belongs to itself. */
export async function steps(
  sql: Sql,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Event[]> {
  return await inSession(sql, session, 'and e.seq > ?3 and e.step = e.seq order by e.seq limit ?4', after, limit);
}

export async function besideEvents(sql: Sql, session: SessionUid, limit: number): Promise<readonly Event[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  // Asked of its caller for every sub-agent: most trees have no view, and a session may have a million events.
  const files = await sql.all<{ file: number }>(
    `select file from file where tree = ? and role = 'beside'`,
    thread.tree,
  );
  if (files.length === 0) return [];
  return await inSession(
    sql,
    session,
    'and e.file = any (?3::int[]) order by e.seq limit ?4',
    files.map(({ file }) => file),
    limit,
  );
}

function codesOf(kinds: readonly Kind[] | undefined): readonly number[] | null {
  return kinds?.map((kind) => kindCodes.encode(kind)!) ?? null;
}

const largestInteger = 2 ** 31 - 1;

async function inSession(
  sql: Sql,
  session: SessionUid,
  rest: string,
  ...values: readonly Parameter[]
): Promise<readonly Event[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  return await events(
    sql,
    `from event e where e.tree = ?1 and e.session = ?2 ${rest}`,
    thread.tree,
    thread.session,
    ...values,
  );
}

export async function countEvents(sql: Sql, session: SessionUid): Promise<number> {
  return (await sql.get<{ count: number }>(
    'select count(*) as count from session s join event e on e.tree = s.tree and e.session = s.session where s.uid = ?',
    session,
  ))!.count;
}

/**
 * Which transactions have ended: those of other databases of the server too, so it changes more often than what is
 * here.
 */
export async function changeMark(sql: Sql): Promise<string> {
  return (await sql.get<{ mark: string }>('select pg_current_snapshot()::text as mark'))!.mark;
}

/**
 * Transactions end in another order than they begin. So the mark is the oldest one that writes to this database and
 * has not ended, or else the next to begin: what has a smaller number is here, and what comes later has a larger one.
 */
export async function newest(sql: Sql): Promise<number> {
  const { next, open } = (await sql.get<{ next: number; open: number | null }>(
    // A writer shows by its lock on the whole store that it is one of ours, and of this database; its number there
    // has but 32 bits.
    `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next,
            (select min(x8) from (
               select n.next - ((n.next - l.transactionid::text::bigint) & 4294967295) as x8
                 from pg_locks l join pg_locks a on a.pid = l.pid and a.locktype = 'advisory' and a.granted
                   and a.database = (select oid from pg_database where datname = current_database())
                   and (a.classid::bigint << 32 | a.objid::bigint) = (${wholeStore})::bigint and a.objsubid = 1,
                   (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) n
                where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock') o) as open`,
  ))!;
  return Math.min(next, open ?? next) * eventsPerTransaction - 1;
}

export async function eventsSince(
  sql: Sql,
  mark: number,
  limit: number,
): Promise<{ readonly events: readonly Event[]; readonly mark: number }> {
  const end = await newest(sql);
  const rows = await sql.rows(
    `select ${eventColumns}, e.kept from event e where e.kept > ? and e.kept <= ? order by e.kept limit ?`,
    mark,
    end,
    limit,
  );
  if (rows.length === 0) return { events: [], mark };
  return { events: await toEvents(sql, rows.map(unpacked)), mark: rows.at(-1)!.at(-1) as number };
}

export async function eventsOfStep(sql: Sql, ref: EventRef, limit: number): Promise<readonly Event[]> {
  return await eventsThatName(sql, 'step', ref, limit);
}

/**
 * Events whose `parent` or `step` this is. Most lie within 32 events of it; the others, and those of other sessions or
 * written before it, are found by the partial indexes.
 */
export async function eventsThatName(
  sql: Sql,
  column: 'parent' | 'step',
  ref: EventRef,
  limit: number,
): Promise<readonly Event[]> {
  const named = await sql.get<{ session: number; seq: number }>(
    'select session, seq from event where tree = ? and id = ?',
    ref.tree,
    ref.event,
  );
  if (named === undefined) return [];
  const isFar = `e.seq - e.${column} not between 0 and 32`;
  return await toEvents(
    sql,
    await eventRows(
      sql,
      `select ${eventColumns}, 0 as far, e.session, e.seq from event e where e.tree = ?1 and e.session = ?2 and e.seq between ?3::int and ?3::int + 32 and e.${column} = ?3::int
     union all
     select ${eventColumns}, 1, e.session, e.seq from event e where e.tree = ?1 and e.${column} = ?3::int and e.session = ?2 and ${isFar}
     union all
     select ${eventColumns}, 2, e.session, e.seq from event e where e.tree = ?1 and e.${column} = -(?4::bigint) and ${isFar}
     order by far, session, seq limit ?5`,
      ref.tree,
      named.session,
      named.seq,
      ref.event,
      limit,
    ),
  );
}

export async function firstStep(sql: Sql, session: SessionUid): Promise<EventRef | undefined> {
  return await oneStep(sql, session, 'order by e.seq limit 1');
}

export async function lastStep(
  sql: Sql,
  session: SessionUid,
  { beforeLine, until }: LastStep = {},
): Promise<EventRef | undefined> {
  const line = beforeLine ?? Number.MAX_SAFE_INTEGER;
  const time = until ?? Number.MAX_SAFE_INTEGER;
  return await oneStep(
    sql,
    session,
    'and e.line < ?::bigint and coalesce(e.at, 0) <= ? order by e.seq desc limit 1',
    line,
    time,
  );
}

export async function stepByNative(sql: Sql, session: SessionUid, native: string): Promise<EventRef | undefined> {
  const line = /^line:(\d+)$/.exec(native)?.[1];
  const byLine =
    line === undefined
      ? undefined
      : await oneStep(sql, session, `and e.native = '' and e.line = ?::bigint limit 1`, Number(line));
  if (byLine !== undefined) return byLine;
  return await oneStep(
    sql,
    session,
    `and substr(e.native, 1, 16) = substr(?2::text, 1, 16) and e.native > '' and e.native = ?2 limit 1`,
    native,
  );
}

async function oneStep(
  sql: Sql,
  session: SessionUid,
  rest: string,
  ...values: readonly Parameter[]
): Promise<EventRef | undefined> {
  return await sql.get<{ tree: Key; event: Key }>(
    `select e.tree, e.id as event from session s join event e on e.tree = s.tree and e.session = s.session and e.step = e.seq where s.uid = ? ${rest}`,
    session,
    ...values,
  );
}
