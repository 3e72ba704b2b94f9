import type { Event } from '../../model/event.ts';
import type { EventRef, Key, SessionUid } from '../../model/ids.ts';
import type { Kind } from '../../model/words.ts';
import type { LastStep, RecentEvents } from '../store.ts';
import { kindCodes } from '../rows/codes.ts';
import type { Connection } from './connection.ts';
import { eventColumns, type EventRecord } from '../rows/event-record.ts';
import { eventRows, toEvents } from './event-rows.ts';
import { threadOf } from './shims.ts';

export function event(connection: Connection, ref: EventRef): Event | undefined {
  const row = eventRow(connection, ref);
  return row === undefined ? undefined : toEvents(connection, [row])[0];
}

export function eventsOf(connection: Connection, refs: readonly EventRef[]): readonly Event[] {
  return toEvents(
    connection,
    eventRows(
      connection,
      `select ${eventColumns} from json_each(?) wanted cross join event e on e.id = wanted.value ->> 'event' and +e.tree = wanted.value ->> 'tree'
      order by wanted.key`,
      JSON.stringify(refs),
    ),
  );
}

export function eventRow(connection: Connection, { tree, event: id }: EventRef): EventRecord | undefined {
  return eventRows(connection, `select ${eventColumns} from event e where e.id = ? and +e.tree = ?`, id, tree)[0];
}

export function events(
  connection: Connection,
  session: SessionUid,
  { after, limit, kinds }: { readonly after: number; readonly limit: number; readonly kinds?: readonly Kind[] },
): readonly Event[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  const ofKind = kinds === undefined ? '' : `and e.kind in (${kinds.map(kindCodes.encode).join(', ')})`;
  return toEvents(
    connection,
    eventRows(
      connection,
      `select ${eventColumns} from event e where e.tree = ? and e.session = ? and e.seq > ? ${ofKind} order by e.seq limit ?`,
      thread.tree,
      thread.session,
      after,
      limit,
    ),
  );
}

export function recentEvents(
  connection: Connection,
  session: SessionUid,
  { before = Number.MAX_SAFE_INTEGER, limit, kinds }: RecentEvents,
): readonly Event[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  const ofKind = kinds === undefined ? '' : `and e.kind in (${kinds.map(kindCodes.encode).join(', ')})`;
  return toEvents(
    connection,
    eventRows(
      connection,
      `select ${eventColumns} from event e where e.tree = ? and e.session = ? and e.seq < ? ${ofKind} order by e.seq desc limit ?`,
      thread.tree,
      thread.session,
      before,
      limit,
    ),
  );
}

export function countEvents(connection: Connection, session: SessionUid): number {
  const thread = threadOf(connection, session);
  if (thread === undefined) return 0;
  return connection.get<{ count: number }>(
    'select count(*) as count from event where tree = ? and session = ?',
    thread.tree,
    thread.session,
  )!.count;
}

/** What others have committed, and what was done here. */
export function changeMark(connection: Connection): string {
  const { data_version: others } = connection.get<{ data_version: number }>('pragma data_version')!;
  return `${others}.${connection.get<{ own: number }>('select total_changes() as own')!.own}`;
}

/** Rows are only ever appended, and one that replaces another is written before the other goes. */
export function newest(connection: Connection): number {
  return connection.get<{ mark: number }>('select coalesce(max(rowid), 0) as mark from event')!.mark;
}

export function eventsSince(
  connection: Connection,
  mark: number,
  limit: number,
): { readonly events: readonly Event[]; readonly mark: number } {
  const last = connection.get<{ mark: number | null }>(
    'select max(rowid) as mark from (select rowid from event where rowid > ? order by rowid limit ?)',
    mark,
    limit,
  )!.mark;
  if (last === null) return { events: [], mark };
  const rows = eventRows(
    connection,
    `select ${eventColumns} from event e where e.rowid > ? and e.rowid <= ? order by e.rowid`,
    mark,
    last,
  );
  return { events: toEvents(connection, rows), mark: last };
}

/** A prompt or a call belongs to itself. */
export function steps(
  connection: Connection,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): readonly Event[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  return toEvents(
    connection,
    eventRows(
      connection,
      `select ${eventColumns} from event e where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq order by e.seq limit ?`,
      thread.tree,
      thread.session,
      after,
      limit,
    ),
  );
}

export function besideEvents(connection: Connection, session: SessionUid, limit: number): readonly Event[] {
  const thread = threadOf(connection, session);
  // Asked of its caller for every sub-agent: most trees have no view, and a session may have a million events.
  if (
    thread === undefined ||
    connection.get(`select 1 from file where tree = ? and role = 'beside' limit 1`, thread.tree) === undefined
  )
    return [];
  return toEvents(
    connection,
    eventRows(
      connection,
      `select ${eventColumns} from event e where e.tree = ?1 and e.session = ?2
        and e.file in (select file from file where tree = ?1 and role = 'beside') order by e.seq limit ?3`,
      thread.tree,
      thread.session,
      limit,
    ),
  );
}

export function eventsOfStep(connection: Connection, ref: EventRef, limit: number): readonly Event[] {
  return eventsThatName(connection, 'step', ref, limit);
}

/**
 * Events whose `parent` or `step` this is. Most lie within 32 events of it; the others, and those of other sessions or
 * written before it, are found by the partial indexes.
 */
export function eventsThatName(
  connection: Connection,
  column: 'parent' | 'step',
  ref: EventRef,
  limit: number,
): readonly Event[] {
  const named = eventRow(connection, ref);
  if (named === undefined) return [];
  const { tree, session, seq, id } = named;
  const isFar = `e.seq - e.${column} not between 0 and 32`;
  return toEvents(
    connection,
    eventRows(
      connection,
      `select ${eventColumns}, 0 as far from event e where e.tree = ?1 and e.session = ?2 and e.seq between ?3 and ?3 + 32 and e.${column} = ?3
     union all
     select ${eventColumns}, 1 from event e where e.tree = ?1 and e.${column} = ?3 and e.session = ?2 and ${isFar}
     union all
     select ${eventColumns}, 2 from event e where e.tree = ?1 and e.${column} = -?4 and ${isFar}
     order by far, session, seq limit ?5`,
      tree,
      session,
      seq,
      id,
      limit,
    ),
  );
}

export function firstStep(connection: Connection, session: SessionUid): EventRef | undefined {
  return oneStep(connection, session, 'order by seq limit 1');
}

export function lastStep(
  connection: Connection,
  session: SessionUid,
  { beforeLine, until }: LastStep = {},
): EventRef | undefined {
  const line = beforeLine ?? Number.MAX_SAFE_INTEGER;
  const time = until ?? Number.MAX_SAFE_INTEGER;
  return oneStep(connection, session, 'and line < ? and coalesce(at, 0) <= ? order by seq desc limit 1', line, time);
}

export function stepByNative(connection: Connection, session: SessionUid, native: string): EventRef | undefined {
  const line = /^line:(\d+)$/.exec(native)?.[1];
  const byLine =
    line === undefined ? undefined : oneStep(connection, session, `and native = '' and line = ? limit 1`, Number(line));
  // The unary plus leaves the index of native ids as the only way in.
  const thread = threadOf(connection, session);
  if (byLine !== undefined || thread === undefined) return byLine;
  return connection.get<{ tree: Key; event: Key }>(
    `select tree, id as event from event where substr(native, 1, 16) = substr(?1, 1, 16) and native > '' and native = ?1
        and +tree = ?2 and +session = ?3 and step = seq limit 1`,
    native,
    thread.tree,
    thread.session,
  );
}

function oneStep(
  connection: Connection,
  session: SessionUid,
  rest: string,
  ...values: readonly number[]
): EventRef | undefined {
  const thread = threadOf(connection, session);
  if (thread === undefined) return undefined;
  return connection.get<{ tree: Key; event: Key }>(
    `select tree, id as event from event where tree = ? and session = ? and step = seq ${rest}`,
    thread.tree,
    thread.session,
    ...values,
  );
}
