import type { Key, SessionUid } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import { toSession, type SessionRecord } from '../../rows/session-record.ts';
import type { Pagination, SessionFilter } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, type Query } from '../query.ts';
import { sessionConditions } from './session-conditions.ts';

export function* session(db: Dialect, uid: SessionUid): Query<Session | undefined> {
  const row = yield* get<SessionRecord>(db.sessions.records({ where: 'where s.uid = ?' }), uid);
  return row === undefined ? undefined : toSession(row);
}

/** Where a session's events are stored. */
export function* threadOf(uid: SessionUid): Query<{ readonly tree: Key; readonly session: number } | undefined> {
  return yield* get('select tree, session from session where uid = ?', uid);
}

export function* treeOf(uid: SessionUid): Query<Key | undefined> {
  const thread = yield* threadOf(uid);
  if (thread !== undefined) return thread.tree;
  const file = yield* get<{ tree: Key }>(
    'select tree from file where session = ? order by superseded, file limit 1',
    uid,
  );
  return file?.tree;
}

export function* findSessions(db: Dialect, prefix: string, limit: number): Query<readonly Session[]> {
  if (prefix === '') return [];
  const exact = yield* sessionsWhere(db, 's.uid = ?2 or s.native = ?2', limit, prefix);
  if (exact.length > 0) return exact;
  return yield* sessionsWhere(
    db,
    '(s.uid >= ?2 and s.uid < ?3) or (s.native >= ?2 and s.native < ?3)',
    limit,
    prefix,
    afterPrefix(prefix),
  );
}

/** Of files that people name: what is beside a transcript has its session from there. */
export function* sessionsInFile(name: string, limit: number): Query<readonly SessionUid[]> {
  if (name === '') return [];
  const text = name.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const found = yield* all<{ path: string; session: SessionUid }>(
    String.raw`select path, session from file where path like ? escape '\' and role <> 'side' and superseded = 0 order by session, path`,
    `%${text}%`,
  );
  // A folder of that name is no name of a session.
  const isNamed = (path: string): boolean =>
    name.includes('/') ? path.endsWith(name) : path.slice(path.lastIndexOf('/') + 1).includes(name);
  const uids = found.flatMap(({ path, session: uid }) => (isNamed(path) ? [uid] : []));
  return [...new Set(uids)].slice(0, limit);
}

/** Greater than every text that begins with the prefix. */
export function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

function* sessionsWhere(
  db: Dialect,
  condition: string,
  limit: number,
  ...values: readonly string[]
): Query<readonly Session[]> {
  const found = yield* all<SessionRecord>(
    db.sessions.records({ where: `where ${condition}`, order: 'order by length(s.uid), s.uid', limit: 'limit ?1' }),
    limit,
    ...values,
  );
  return found.map(toSession);
}

export function* listSessions(
  db: Dialect,
  filter: SessionFilter,
  page: Pagination,
): Query<{ readonly sessions: readonly Session[]; readonly total: number }> {
  const { sessions, total } = yield* db.sessionPage(filter, sessionConditions(filter, db), page);
  return { sessions: sessions.map(toSession), total };
}

/** In the order they began. */
export function* children(db: Dialect, uid: SessionUid, limit: number): Query<readonly Session[]> {
  const found = yield* all<SessionRecord>(
    db.sessions.records({
      where: 'where s.parent = ?',
      order: 'order by s.started_at nulls first, s.uid',
      limit: 'limit ?',
    }),
    uid,
    limit,
  );
  return found.map(toSession);
}

export interface NativeIdFilter {
  readonly native: string;
  readonly flavor: string;
  readonly limit: number;
}

/** The events first: by default both databases assume that few sessions have a flavor, and read all of each. */
export function* sessionsWithNative(
  db: Dialect,
  { native, flavor, limit }: NativeIdFilter,
): Query<readonly SessionUid[]> {
  const found = yield* all<{ uid: SessionUid }>(
    `with holding as materialized (
       select distinct e.tree, e.session from event e
        where substr(e.native, 1, 16) = substr(cast(?1 as text), 1, 16) and e.native > '' and e.native = ?1)
     select s.uid from holding h ${db.joinInOrder} session s on s.tree = h.tree and s.session = h.session
      where substr(s.uid, 1, length(cast(?2 as text)) + 1) = ?2 || ':'
      order by s.started_at nulls first, s.uid limit ?3`,
    native,
    flavor,
    limit,
  );
  return found.map(({ uid }) => uid);
}

/** Inline sidechains, and the chats of one Aider history, are in the file of another session. */
export function* sharingFiles(uid: SessionUid): Query<readonly SessionUid[]> {
  const files = `select f.tree, f.file from session s join event e on e.tree = s.tree and e.session = s.session
      join file f on f.tree = e.tree and f.file = e.file where s.uid = ?1 and f.role = 'main'
    union select tree, file from file where session = ?1 and role = 'main'`;
  const found = yield* all<{ uid: SessionUid }>(
    `with own as (${files})
     select f.session as uid from own join file f on f.tree = own.tree and f.file = own.file
     union select s.uid from own join event e on e.tree = own.tree and e.file = own.file
       join session s on s.tree = e.tree and s.session = e.session
     order by uid`,
    uid,
  );
  return found.flatMap((row) => (row.uid === uid ? [] : [row.uid]));
}
