import type { Event } from '../../model/event.ts';
import { eventId, eventKeyRange, eventRef, type SessionUid } from '../../model/ids.ts';
import type { EventRecord } from '../rows/event-record.ts';
import { eventColumns, eventRows, toEvents } from './event-rows.ts';
import { eventRow } from './read-events.ts';
import { threadOf } from './shims.ts';
import type { Sql } from './sql.ts';

interface Finding {
  readonly prefix: string;
  readonly session: SessionUid | undefined;
  readonly limit: number;
}

interface Within {
  readonly prefix: string;
  readonly thread: { readonly tree: number; readonly session: number } | undefined;
  readonly limit: number;
}

export async function findEvents(sql: Sql, { prefix, session, limit }: Finding): Promise<readonly Event[]> {
  if (prefix === '' || prefix.includes('\0')) return [];
  const thread = session === undefined ? undefined : await threadOf(sql, session);
  if (session !== undefined && thread === undefined) return [];
  const within = { prefix, thread, limit };

  const rows = await byId(sql, within);
  if (rows.length > 0) return await toEvents(sql, rows);

  const line = /^line:(\d+)$/.exec(prefix)?.[1];
  const onLine =
    line === undefined || thread === undefined
      ? []
      : await eventRows(
          sql,
          `select ${eventColumns} from event e where e.tree = ? and e.session = ? and e.native = '' and e.line = ?::bigint order by e.seq limit ?`,
          thread.tree,
          thread.session,
          Number(line),
          limit,
        );
  if (onLine.length > 0) return await toEvents(sql, onLine);
  return await toEvents(sql, await byNative(sql, within));
}

async function byId(sql: Sql, { prefix, thread, limit }: Within): Promise<readonly EventRecord[]> {
  const ref = eventRef(prefix);
  if (ref !== undefined) {
    const row = await eventRow(sql, ref);
    return row === undefined ? [] : [row];
  }
  const range = eventKeyRange(prefix);
  if (range === undefined) return [];
  const rows = await eventRows(
    sql,
    `select ${eventColumns} from event e where e.id >= ? and e.id < ? and (?3::bigint is null or (e.tree = ?3 and e.session = ?4)) order by e.id limit ?5`,
    range.low,
    range.high,
    thread?.tree ?? null,
    thread?.session ?? null,
    limit,
  );
  // A prefix may reach into the tree part.
  return rows.filter((row) => eventId({ tree: row.tree, event: row.id }).startsWith(prefix));
}

async function byNative(sql: Sql, { prefix, thread, limit }: Within): Promise<readonly EventRecord[]> {
  const within = 'and (?3::bigint is null or (e.tree = ?3 and e.session = ?4))';
  const values = [prefix, limit, thread?.tree ?? null, thread?.session ?? null] as const;
  const exact = await eventRows(
    sql,
    `select ${eventColumns} from event e
      where substr(e.native, 1, 16) = substr(?1::text, 1, 16) and e.native > '' and e.native = ?1 ${within} order by e.kept limit ?2`,
    ...values,
  );
  if (exact.length > 0) return exact;
  return await eventRows(
    sql,
    `select ${eventColumns} from event e
      where substr(e.native, 1, 16) >= substr(?1::text, 1, 16) and substr(e.native, 1, 16) < substr(?1::text, 1, 16) || chr(1114111)
        and e.native > '' and e.native >= ?1 and e.native < ?1 || chr(1114111) ${within} order by substr(e.native, 1, 16), e.kept limit ?2`,
    ...values,
  );
}
