import type { Key, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { sessionColumns, toSession, type SessionRecord } from '../rows/session-record.ts';
import { sessionConditions } from '../queries/session-conditions.ts';
import { holds } from './holds.ts';
import type { Page, SessionFilter } from '../store.ts';
import type { Sql } from './sql.ts';

export async function session(sql: Sql, uid: SessionUid): Promise<Session | undefined> {
  const row = await sql.get<SessionRecord>(`select ${sessionColumns} from session s where s.uid = ?`, uid);
  return row === undefined ? undefined : toSession(row);
}

/** Where a session's events are kept. */
export async function threadOf(
  sql: Sql,
  uid: SessionUid,
): Promise<{ readonly tree: Key; readonly session: number } | undefined> {
  return await sql.get('select tree, session from session where uid = ?', uid);
}

export async function treeOf(sql: Sql, uid: SessionUid): Promise<Key | undefined> {
  return (
    (await threadOf(sql, uid))?.tree ??
    (await sql.get<{ tree: Key }>('select tree from file where session = ? order by superseded, file limit 1', uid))
      ?.tree
  );
}

export async function findSessions(sql: Sql, prefix: string, limit: number): Promise<readonly Session[]> {
  const where = async (condition: string): Promise<readonly Session[]> =>
    (
      await sql.all<SessionRecord>(
        `select ${sessionColumns} from session s where ${condition} order by length(s.uid), s.uid limit ?2`,
        prefix,
        limit,
      )
    ).map(toSession);
  if (prefix === '') return [];
  const exact = await where('s.uid = ?1 or s.native = ?1');
  if (exact.length > 0) return exact;
  return await where(
    `(s.uid >= ?1 and s.uid < ?1 || chr(1114111)) or (s.native >= ?1 and s.native < ?1 || chr(1114111))`,
  );
}

export async function listSessions(
  sql: Sql,
  filter: SessionFilter,
  { limit, offset }: Page,
): Promise<{ readonly sessions: readonly Session[]; readonly total: number }> {
  const { where, values } = sessionConditions(filter, holds);
  const rows = await sql.all<SessionRecord>(
    `select ${sessionColumns} from session s ${where} order by s.ended_at desc nulls last, s.uid limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
  const total = (await sql.get<{ total: number }>(`select count(*) as total from session s ${where}`, ...values))!
    .total;
  return { sessions: rows.map(toSession), total };
}

/** In the order they began. */
export async function children(sql: Sql, uid: SessionUid, limit: number): Promise<readonly Session[]> {
  return (
    await sql.all<SessionRecord>(
      `select ${sessionColumns} from session s where s.parent = ? order by s.started_at nulls first, s.uid limit ?`,
      uid,
      limit,
    )
  ).map(toSession);
}

export async function sessionsWithNative(
  sql: Sql,
  { native, flavor, limit }: { readonly native: string; readonly flavor: string; readonly limit: number },
): Promise<readonly SessionUid[]> {
  const rows = await sql.all<{ uid: SessionUid }>(
    // The events first: left to itself the server takes few sessions to be of a flavor, and looks through all events
    // of each.
    `with holding as materialized (
         select distinct e.tree, e.session from event e where substr(e.native, 1, 16) = substr(?1::text, 1, 16) and e.native > '' and e.native = ?1)
     select s.uid from holding h join session s on s.tree = h.tree and s.session = h.session where substr(s.uid, 1, length(?2::text) + 1) = ?2 || ':'
      order by s.started_at nulls first, s.uid limit ?3`,
    native,
    flavor,
    limit,
  );
  return rows.map(({ uid }) => uid);
}

/** Inline sidechains, and the chats of one Aider history, lie in the file of another session. */
export async function sharingFiles(sql: Sql, uid: SessionUid): Promise<readonly SessionUid[]> {
  const files = `select f.tree, f.file from session s join event e on e.tree = s.tree and e.session = s.session
      join file f on f.tree = e.tree and f.file = e.file where s.uid = ?1 and f.role = 'main'
    union select tree, file from file where session = ?1 and role = 'main'`;
  const rows = await sql.all<{ uid: SessionUid }>(
    `with own as (${files})
     select f.session as uid from own join file f on f.tree = own.tree and f.file = own.file
     union select s.uid from own join event e on e.tree = own.tree and e.file = own.file join session s on s.tree = e.tree and s.session = e.session
     order by uid`,
    uid,
  );
  return rows.flatMap((row) => (row.uid === uid ? [] : [row.uid]));
}
