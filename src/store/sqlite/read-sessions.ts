import type { Key, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { sessionConditions } from '../queries/session-conditions.ts';
import { holds } from './holds.ts';
import type { Page, SessionFilter } from '../store.ts';
import type { Connection } from './connection.ts';
import { sessionColumns, toSession, type SessionRecord } from '../rows/session-record.ts';

export function session(connection: Connection, uid: SessionUid): Session | undefined {
  const row = connection.get<SessionRecord>(`select ${sessionColumns} from session s where s.uid = ?`, uid);
  return row === undefined ? undefined : toSession(row);
}

/** Where a session's events are kept. */
export function threadOf(
  connection: Connection,
  uid: SessionUid,
): { readonly tree: Key; readonly session: number } | undefined {
  return connection.get('select tree, session from session where uid = ?', uid);
}

export function treeOf(connection: Connection, uid: SessionUid): Key | undefined {
  return (
    threadOf(connection, uid)?.tree ??
    connection.get<{ tree: Key }>('select tree from file where session = ? order by superseded, file limit 1', uid)
      ?.tree
  );
}

export function findSessions(connection: Connection, prefix: string, limit: number): readonly Session[] {
  const where = (condition: string): readonly Session[] =>
    connection
      .all<SessionRecord>(
        `select ${sessionColumns} from session s where ${condition} order by length(s.uid), s.uid limit ?2`,
        prefix,
        limit,
      )
      .map(toSession);
  if (prefix === '') return [];
  const exact = where('s.uid = ?1 or s.native = ?1');
  if (exact.length > 0) return exact;
  return where(
    '(s.uid >= ?1 and s.uid < ?1 || char(0x10ffff)) or (s.native >= ?1 and s.native < ?1 || char(0x10ffff))',
  );
}

export function listSessions(
  connection: Connection,
  filter: SessionFilter,
  { limit, offset }: Page,
): { readonly sessions: readonly Session[]; readonly total: number } {
  const { where, values } = sessionConditions(filter, holds);
  const found = (page: string, ...numbers: readonly number[]) =>
    connection
      .rows(`select s.rowid from session s ${where} order by s.ended_at desc, s.uid ${page}`, ...values, ...numbers)
      .map(([row]) => row as number);
  // To look for words costs more than to sort what holds them: so it is done once, and all of these are counted.
  const all = filter.text === undefined ? undefined : found('');
  const page = all?.slice(offset, offset + limit) ?? found('limit ? offset ?', limit, offset);
  const total =
    all?.length ??
    connection.get<{ total: number }>(`select count(*) as total from session s ${where}`, ...values)!.total;
  const rows = connection.all<SessionRecord>(
    `select ${sessionColumns} from json_each(?) w cross join session s on s.rowid = w.value order by w.key`,
    JSON.stringify(page),
  );
  return { sessions: rows.map(toSession), total };
}

/** In the order they began. */
export function children(connection: Connection, uid: SessionUid, limit: number): readonly Session[] {
  return connection
    .all<SessionRecord>(
      `select ${sessionColumns} from session s where s.parent = ? order by s.started_at, s.uid limit ?`,
      uid,
      limit,
    )
    .map(toSession);
}

export function sessionsWithNative(
  connection: Connection,
  { native, flavor, limit }: { readonly native: string; readonly flavor: string; readonly limit: number },
): readonly SessionUid[] {
  return connection
    .all<{ uid: SessionUid }>(
      `select distinct s.uid from event e cross join session s on s.tree = e.tree and s.session = e.session
        where substr(e.native, 1, 16) = substr(?1, 1, 16) and e.native > '' and e.native = ?1
          and substr(s.uid, 1, length(?2) + 1) = ?2 || ':'
        order by s.started_at, s.uid limit ?3`,
      native,
      flavor,
      limit,
    )
    .map(({ uid }) => uid);
}

/** Inline sidechains, and the chats of one Aider history, lie in the file of another session. */
export function sharingFiles(connection: Connection, uid: SessionUid): readonly SessionUid[] {
  const files = `select f.tree, f.file from session s join event e on e.tree = s.tree and e.session = s.session
      join file f on f.tree = e.tree and f.file = e.file where s.uid = ?1 and f.role = 'main'
    union select tree, file from file where session = ?1 and role = 'main'`;
  const rows = connection.all<{ uid: SessionUid }>(
    `with own as (${files})
     select f.session as uid from own join file f on f.tree = own.tree and f.file = own.file
     union select s.uid from own join event e on e.tree = own.tree and e.file = own.file join session s on s.tree = e.tree and s.session = e.session`,
    uid,
  );
  return rows.flatMap((row) => (row.uid === uid ? [] : [row.uid]));
}
