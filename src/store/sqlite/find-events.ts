import type { Event } from '../../model/event.ts';
import { eventId, eventKeyRange, eventRef, type SessionUid } from '../../model/ids.ts';
import type { Connection } from './connection.ts';
import { eventColumns, type EventRecord } from '../rows/event-record.ts';
import { eventRows, toEvents } from './event-rows.ts';
import { eventRow } from './read-events.ts';
import { threadOf } from './shims.ts';

interface Finding {
  readonly prefix: string;
  readonly session: SessionUid | undefined;
  readonly limit: number;
}

export function findEvents(connection: Connection, { prefix, session, limit }: Finding): readonly Event[] {
  if (prefix === '') return [];
  const thread = session === undefined ? undefined : threadOf(connection, session);
  if (session !== undefined && thread === undefined) return [];
  const within = thread === undefined ? '' : `and +e.tree = ${thread.tree} and +e.session = ${thread.session}`;

  const rows = byId(connection, { prefix, within, limit });
  if (rows.length > 0) return toEvents(connection, rows);

  const line = /^line:(\d+)$/.exec(prefix)?.[1];
  const onLine =
    line === undefined || thread === undefined
      ? []
      : eventRows(
          connection,
          `select ${eventColumns} from event e where e.tree = ? and e.session = ? and e.native = '' and e.line = ? order by e.seq limit ?`,
          thread.tree,
          thread.session,
          Number(line),
          limit,
        );
  if (onLine.length > 0) return toEvents(connection, onLine);
  return toEvents(connection, byNative(connection, { prefix, within, limit }));
}

interface Within {
  readonly prefix: string;
  readonly within: string;
  readonly limit: number;
}

function byId(connection: Connection, { prefix, within, limit }: Within): readonly EventRecord[] {
  const ref = eventRef(prefix);
  if (ref !== undefined) {
    const row = eventRow(connection, ref);
    return row === undefined ? [] : [row];
  }
  const range = eventKeyRange(prefix);
  if (range === undefined) return [];
  return (
    eventRows(
      connection,
      `select ${eventColumns} from event e where e.id >= ? and e.id < ? ${within} order by e.id limit ?`,
      range.low,
      range.high,
      limit,
    )
      // A prefix may reach into the tree part.
      .filter((row) => eventId({ tree: row.tree, event: row.id }).startsWith(prefix))
  );
}

function byNative(connection: Connection, { prefix, within, limit }: Within): readonly EventRecord[] {
  const exact = eventRows(
    connection,
    `select ${eventColumns} from event e
      where substr(e.native, 1, 16) = substr(?1, 1, 16) and e.native > '' and e.native = ?1 ${within} limit ?2`,
    prefix,
    limit,
  );
  if (exact.length > 0) return exact;
  return eventRows(
    connection,
    `select ${eventColumns} from event e
      where substr(e.native, 1, 16) >= substr(?1, 1, 16) and substr(e.native, 1, 16) < substr(?1, 1, 16) || char(0x10ffff)
        and e.native > '' and e.native >= ?1 and e.native < ?1 || char(0x10ffff) ${within} limit ?2`,
    prefix,
    limit,
  );
}
