import type { InvocationRef } from '../../model/ids.ts';
import type { InvocationEnd, InvocationRow, MinedUses } from '../store.ts';
import type { Connection } from './connection.ts';
import { threadOf } from './shims.ts';
import { whole } from '../rows/whole.ts';

/** All that was mined from the session before is replaced. Of one that is gone nothing is kept. */
export function putMinedUses(connection: Connection, { session, uses, phase }: MinedUses): void {
  const thread = threadOf(connection, session);
  if (thread === undefined) return;
  connection.run('delete from invocation where session = ? and told = 0', session);
  for (const use of uses) putInvocation(connection, { ...use, session }, false);
  connection.run('delete from worked where tree = ? and session = ?', thread.tree, session);
  if (phase !== null) connection.run('insert into worked values (?, ?, ?)', thread.tree, session, phase);
}

export function putToldUse(connection: Connection, row: InvocationRow): void {
  putInvocation(connection, row, true);
}

function putInvocation(connection: Connection, row: InvocationRow, told: boolean): void {
  const { tree, invocation, session, what, skill, at, path, phase, query, request, alternatives, rank, end } = row;
  connection.run(
    'insert or replace into invocation values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    tree,
    invocation,
    session,
    told ? 1 : 0,
    what,
    skill,
    whole(at),
    path,
    phase,
    query,
    request,
    alternatives.join('\n'),
    whole(rank),
    code(end.completed),
    end.durationSeconds,
    end.followUps.join('\n'),
    end.errorType,
  );
}

/** Of one that is not here, or was mined, nothing is kept. */
export function endToldUse(
  connection: Connection,
  { tree, invocation }: InvocationRef,
  { completed, durationSeconds, followUps, errorType }: InvocationEnd,
): void {
  connection.run(
    'update invocation set completed = ?, seconds = ?, follow_ups = ?, error_type = ? where tree = ? and invocation = ? and told = 1',
    code(completed),
    durationSeconds,
    followUps.join('\n'),
    errorType,
    tree,
    invocation,
  );
}

function code(flag: boolean | null): number | null {
  return flag === null ? null : Number(flag);
}
