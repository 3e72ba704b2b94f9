import type { InvocationRef } from '../../model/ids.ts';
import type { InvocationEnd, InvocationRow, MinedUses } from '../store.ts';
import { whole } from '../rows/whole.ts';
import { threadOf } from './shims.ts';
import type { Sql } from './sql.ts';

/** All that was mined from the session before is replaced. Of one that is gone nothing is kept. */
export async function putMinedUses(sql: Sql, { session, uses, phase }: MinedUses): Promise<void> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return;
  await sql.run('delete from invocation where session = ? and told = 0', session);
  await putInvocations(
    sql,
    uses.map((use) => ({ ...use, session })),
    false,
  );
  await sql.run('delete from worked where tree = ? and session = ?', thread.tree, session);
  if (phase !== null) await sql.run('insert into worked values (?, ?, ?)', thread.tree, session, phase);
}

export async function putToldUses(sql: Sql, uses: readonly InvocationRow[]): Promise<void> {
  await putInvocations(sql, uses, true);
}

const columns = {
  tree: 'bigint',
  invocation: 'bigint',
  session: 'text',
  told: 'smallint',
  what: 'text',
  skill: 'text',
  at: 'bigint',
  path: 'text',
  phase: 'text',
  query: 'text',
  request: 'text',
  alternatives: 'text',
  rank: 'bigint',
  completed: 'smallint',
  seconds: 'double precision',
  follow_ups: 'text',
  error_type: 'text',
};

/** Of one told twice the last word holds. */
async function putInvocations(sql: Sql, rows: readonly InvocationRow[], told: boolean): Promise<void> {
  const last = new Map(rows.map((row) => [`${row.tree} ${row.invocation}`, row]));
  await sql.insert(
    'invocation',
    columns,
    [...last.values()].map(
      ({ tree, invocation, session, what, skill, at, path, phase, query, request, alternatives, rank, end }) => ({
        tree,
        invocation,
        session,
        told: told ? 1 : 0,
        what,
        skill,
        at: whole(at),
        path,
        phase,
        query,
        request,
        alternatives: alternatives.join('\n'),
        rank: whole(rank),
        completed: code(end.completed),
        seconds: end.durationSeconds,
        follow_ups: end.followUps.join('\n'),
        error_type: end.errorType,
      }),
    ),
    `on conflict (tree, invocation) do update set ${Object.keys(columns)
      .slice(2)
      .map((name) => `${name} = excluded.${name}`)
      .join(', ')}`,
  );
}

/** Of one that is not here, or was mined, nothing is kept. */
export async function endToldUse(
  sql: Sql,
  { tree, invocation }: InvocationRef,
  { completed, durationSeconds, followUps, errorType }: InvocationEnd,
): Promise<void> {
  await sql.run(
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
