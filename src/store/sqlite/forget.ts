import { sessionKey, type Key, type SessionUid } from '../../model/ids.ts';
import type { Forgotten } from '../store.ts';
import { dropOrphans } from './commit-pieces.ts';
import type { Connection } from './connection.ts';
import { dropChains } from './put-chains.ts';
import { sharingFiles } from './shims.ts';
import { markForSweep, sweep } from './sweep.ts';

/** Removes sessions for good: their rows in one transaction, then what is left of them in the file. */
export async function forget(connection: Connection, sessions: readonly SessionUid[]): Promise<Forgotten> {
  const gone = await connection.transaction(() => {
    const all = withThoseInTheSameFiles(connection, sessions);
    const sum = { sessions: 0, events: 0, bytes: 0 };
    for (const uid of all) {
      const removed = removeSession(connection, uid);
      sum.sessions += removed.sessions;
      sum.events += removed.events;
      sum.bytes += removeFiles(connection, uid);
      connection.run('insert or ignore into forgotten values (?)', sessionKey(uid));
    }
    if (sum.sessions > 0 || sum.bytes > 0) markForSweep(connection);
    return sum;
  });
  await connection.ask(() => sweep(connection));
  return gone;
}

/** What shares its bytes with a session that goes goes with it. */
function withThoseInTheSameFiles(connection: Connection, sessions: readonly SessionUid[]): ReadonlySet<SessionUid> {
  const all = new Set(sessions);
  for (const uid of all) for (const other of sharingFiles(connection, uid)) all.add(other);
  return all;
}

function removeSession(
  connection: Connection,
  uid: SessionUid,
): { readonly sessions: number; readonly events: number } {
  const row = connection.get<{ tree: Key; session: number }>('select tree, session from session where uid = ?', uid);
  connection.run('delete from link where child = ?1 or parent = ?1', uid);
  dropChains(connection, 'session = ?', uid);
  connection.run('delete from invocation where session = ?', uid);
  connection.run('delete from worked where session = ?', uid);
  connection.run('delete from edge where made_for = ?', sessionKey(uid));
  connection.run('update session set step_tree = null, step = null where parent = ?', uid);
  if (row === undefined) return { sessions: 0, events: 0 };

  const { tree, session } = row;
  connection.run('delete from edge where tree = ? and session = ?', tree, session);
  connection.run(
    `delete from edge where cause in (select -id from event where tree = ?1 and session = ?2) and cause < 0
        and case cause_tree when 0 then tree else cause_tree end = ?1`,
    tree,
    session,
  );
  connection.run(
    'delete from search where rowid in (select doc from event where tree = ? and session = ? and doc is not null)',
    tree,
    session,
  );
  const count = connection.run('delete from event where tree = ? and session = ?', tree, session);
  connection.run('delete from digest where tree = ? and session = ?', tree, session);
  connection.run('delete from usage where tree = ? and session = ?', tree, session);
  connection.run('delete from session where tree = ? and session = ?', tree, session);
  return { sessions: 1, events: count };
}

function removeFiles(connection: Connection, uid: SessionUid): number {
  let bytes = 0;
  const files = connection.all<{ tree: Key; file: number; bytes: number }>(
    'select tree, file, bytes from file where session = ?',
    uid,
  );
  for (const { tree, file, ...row } of files) {
    const pieces = connection.all<{ hash: Uint8Array }>(
      'select hash from piece where tree = ? and file = ?',
      tree,
      file,
    );
    for (const table of ['piece', 'issue', 'unknown_kind', 'file']) {
      connection.run(`delete from ${table} where tree = ? and file = ?`, tree, file);
    }
    dropOrphans(
      connection,
      tree,
      pieces.map(({ hash }) => hash),
    );
    bytes += row.bytes;
  }
  return bytes;
}
