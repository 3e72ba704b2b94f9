import { sessionKey, type Key, type SessionUid } from '../../model/ids.ts';
import type { Forgotten } from '../store.ts';
import { dropOrphans } from './commit-pieces.ts';
import { dropChains } from './put-chains.ts';
import { sharingFiles } from './shims.ts';
import type { Sql } from './sql.ts';

/** Removes sessions for good. */
export async function forget(sql: Sql, sessions: readonly SessionUid[]): Promise<Forgotten> {
  const sum = { sessions: 0, events: 0, bytes: 0 };
  for (const uid of await withThoseInTheSameFiles(sql, sessions)) {
    const removed = await removeSession(sql, uid);
    sum.sessions += removed.sessions;
    sum.events += removed.events;
    sum.bytes += await removeFiles(sql, uid);
    await sql.run('insert into forgotten values (?) on conflict do nothing', sessionKey(uid));
  }
  return sum;
}

/** What shares its bytes with a session that goes goes with it. */
async function withThoseInTheSameFiles(sql: Sql, sessions: readonly SessionUid[]): Promise<ReadonlySet<SessionUid>> {
  const all = new Set(sessions);
  for (const uid of all) for (const other of await sharingFiles(sql, uid)) all.add(other);
  return all;
}

async function removeSession(
  sql: Sql,
  uid: SessionUid,
): Promise<{ readonly sessions: number; readonly events: number }> {
  const row = await sql.get<{ tree: Key; session: number }>('select tree, session from session where uid = ?', uid);
  await sql.run('delete from link where child = ?1 or parent = ?1', uid);
  await dropChains(sql, 'session = ?', uid);
  await sql.run('delete from invocation where session = ?', uid);
  await sql.run('delete from worked where session = ?', uid);
  await sql.run('delete from edge where made_for = ?', sessionKey(uid));
  await sql.run('update session set step_tree = null, step = null where parent = ?', uid);
  if (row === undefined) return { sessions: 0, events: 0 };

  const { tree, session } = row;
  await sql.run('delete from edge where tree = ? and session = ?', tree, session);
  await sql.run(
    `delete from edge where cause in (select -id from event where tree = ?1 and session = ?2) and cause < 0
        and case cause_tree when 0 then tree else cause_tree end = ?1`,
    tree,
    session,
  );
  const count = await sql.run('delete from event where tree = ? and session = ?', tree, session);
  for (const table of ['digest', 'usage', 'session'])
    await sql.run(`delete from ${table} where tree = ? and session = ?`, tree, session);
  return { sessions: 1, events: count };
}

async function removeFiles(sql: Sql, uid: SessionUid): Promise<number> {
  let bytes = 0;
  const files = await sql.all<{ tree: Key; file: number; bytes: number }>(
    'select tree, file, bytes from file where session = ?',
    uid,
  );
  for (const { tree, file, ...row } of files) {
    const pieces = await sql.all<{ hash: Uint8Array }>(
      'select hash from piece where tree = ? and file = ?',
      tree,
      file,
    );
    for (const table of ['piece', 'issue', 'unknown_kind', 'file'])
      await sql.run(`delete from ${table} where tree = ? and file = ?`, tree, file);
    await dropOrphans(
      sql,
      tree,
      pieces.map(({ hash }) => hash),
    );
    bytes += row.bytes;
  }
  return bytes;
}
