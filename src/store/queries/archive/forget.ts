import { all, get, run, type Query } from '../query.ts';
import { sessionKey, type Key, type SessionUid } from '../../../model/ids.ts';
import type { Forgotten } from '../../store.ts';
import { dropOrphans } from './pieces.ts';
import { dropModelVectors } from '../chains/model-vectors.ts';
import { dropChains } from '../chains/put-chains.ts';
import type { Dialect } from '../dialect.ts';
import { dropJudgement } from '../judgements/judgements.ts';
import { sharingFiles } from '../sessions/sessions.ts';

/** Removes sessions for good. */
export function* forget(db: Dialect, sessions: readonly SessionUid[]): Query<Forgotten> {
  const sum = { sessions: 0, events: 0, bytes: 0 };
  for (const uid of yield* withThoseInTheSameFiles(sessions)) {
    const removed = yield* removeSession(db, uid);
    sum.sessions += removed.sessions;
    sum.events += removed.events;
    sum.bytes += yield* removeFiles(uid);
    yield* run('insert into forgotten values (?) on conflict do nothing', sessionKey(uid));
  }
  yield* dropModelVectors();
  return sum;
}

/** Sessions that share bytes with a removed session are removed with it. */
function* withThoseInTheSameFiles(sessions: readonly SessionUid[]): Query<ReadonlySet<SessionUid>> {
  const all = new Set(sessions);
  for (const uid of all) for (const other of yield* sharingFiles(uid)) all.add(other);
  return all;
}

function* removeSession(db: Dialect, uid: SessionUid): Query<{ readonly sessions: number; readonly events: number }> {
  const row = yield* get<{ tree: Key; session: number }>('select tree, session from session where uid = ?', uid);
  yield* run('delete from link where child = ?1 or parent = ?1', uid);
  yield* dropChains('session = ?', uid);
  yield* db.chains.dropUnusedFailures();
  yield* run('delete from invocation where session = ?', uid);
  yield* run('delete from worked where session = ?', uid);
  yield* dropJudgement(uid);
  yield* run('delete from edge where made_for = ?', sessionKey(uid));
  yield* run('update session set step_tree = null, step = null where parent = ?', uid);
  if (row === undefined) return { sessions: 0, events: 0 };

  const { tree, session } = row;
  yield* run('delete from edge where tree = ? and session = ?', tree, session);
  yield* run(
    `delete from edge where cause in (select -id from event where tree = ?1 and session = ?2) and cause < 0
        and case cause_tree when 0 then tree else cause_tree end = ?1`,
    tree,
    session,
  );
  yield* db.dropSearchText(tree, session);
  const count = yield* run('delete from event where tree = ? and session = ?', tree, session);
  for (const table of ['digest', 'usage', 'response', 'session'])
    yield* run(`delete from ${table} where tree = ? and session = ?`, tree, session);
  return { sessions: 1, events: count };
}

function* removeFiles(uid: SessionUid): Query<number> {
  let bytes = 0;
  const files = yield* all<{ tree: Key; file: number; bytes: number }>(
    'select tree, file, bytes from file where session = ?',
    uid,
  );
  for (const { tree, file, ...row } of files) {
    const pieces = yield* all<{ hash: Uint8Array }>('select hash from piece where tree = ? and file = ?', tree, file);
    for (const table of ['piece', 'issue', 'unknown_kind', 'file'])
      yield* run(`delete from ${table} where tree = ? and file = ?`, tree, file);
    yield* dropOrphans(
      tree,
      pieces.map(({ hash }) => hash),
    );
    bytes += row.bytes;
  }
  return bytes;
}
