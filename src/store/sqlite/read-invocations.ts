import { workspaceTree, type InvocationRef } from '../../model/ids.ts';
import type { Invocation, Use } from '../../model/invocation.ts';
import type { InvocationFilter, Page } from '../store.ts';
import { Conditions } from '../queries/conditions.ts';
import type { SqlValue } from '../queries/sql-value.ts';
import type { Connection } from './connection.ts';
import { toInvocation, toUse, useColumns, type InvocationRecord, type UseRecord } from '../rows/invocation-record.ts';
import { ofRepo } from '../queries/repo-condition.ts';

export function invocation(connection: Connection, { tree, invocation: key }: InvocationRef): Invocation | undefined {
  const row = connection.get<InvocationRecord>(
    `select ${columns} from ${joined} where i.tree = ? and i.invocation = ?`,
    tree,
    key,
  );
  return row && toInvocation(row);
}

/** The latest first. */
export function invocations(
  connection: Connection,
  filter: InvocationFilter,
  { limit, offset }: Page,
): { readonly invocations: readonly Invocation[]; readonly total: number } {
  const { where, values } = conditionsOf(filter);
  const rows = connection.all<InvocationRecord>(
    `select ${columns} from ${joined} ${where} order by ${time} desc, i.invocation, i.tree limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
  const isAll = offset === 0 && rows.length < limit;
  const total = isAll
    ? rows.length
    : connection.get<{ total: number }>(`select count(*) as total from ${fromFor(filter)} ${where}`, ...values)!.total;
  return { invocations: rows.map(toInvocation), total };
}

export async function* eachInvocation(connection: Connection, filter: InvocationFilter): AsyncIterable<Invocation> {
  for (let after: readonly SqlValue[] = [-1, 0, 0]; ;) {
    const { where, values } = conditionsOf(filter, after);
    const rows = await connection.ask(() =>
      connection.all<InvocationRecord>(
        `select ${columns} from ${joined} ${where} order by ${time}, i.invocation, i.tree limit ${pageLength}`,
        ...values,
      ),
    );
    for (const row of rows) yield toInvocation(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageLength) return;
    after = [last.at ?? 0, last.invocation, last.tree];
  }
}

export async function* uses(connection: Connection, filter: InvocationFilter): AsyncIterable<readonly Use[]> {
  for (let after: readonly SqlValue[] = [-1, 0, 0]; ;) {
    const { where, values } = conditionsOf(filter, after);
    const rows = await connection.ask(
      () =>
        connection.rows(
          `select ${useColumns}, ${phase} from ${fromFor(filter)} ${where} order by ${time}, i.invocation, i.tree limit ${pageLength}`,
          ...values,
        ) as unknown as readonly UseRecord[],
    );
    yield rows.map(toUse);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageLength) return;
    after = [last[5] ?? 0, last[1], last[0]];
  }
}

export function skillNames(connection: Connection, filter: InvocationFilter, limit: number): readonly string[] {
  const { where, values } = conditionsOf(filter);
  return connection
    .all<{ skill: string }>(
      `select i.skill from ${fromFor(filter)} ${where} group by i.skill order by count(*) desc, i.skill limit ?`,
      ...values,
      limit,
    )
    .map(({ skill }) => skill);
}

/** Sessions are looked at only when the filter asks for it. */
function fromFor({ source, repo, workspace }: InvocationFilter): string {
  return source === undefined && repo === undefined && workspace === undefined ? 'invocation i' : joined;
}

const pageLength = 2000;
const time = 'coalesce(i.at, 0)';
const joined = 'invocation i left join session s on s.uid = i.session';

/** What a sub-agent did itself says more about its use than what its caller did before and after. */
const phase = `case when i.what = 'agent' and i.told = 0 then coalesce((select w.phase from session c join worked w on w.tree = c.tree and w.session = c.uid
    where c.parent = i.session and c.relation = 'subagent' and c.step_tree = i.tree and c.step = i.invocation), i.phase) else i.phase end`;
const columns = `i.tree, i.invocation, i.session, i.told, i.what, i.skill, i.at, i.path, ${phase} as phase, i.query, i.request, i.alternatives, i.rank, i.completed, i.seconds, i.follow_ups, i.error_type, s.source, s.repo`;

function conditionsOf(filter: InvocationFilter, after?: readonly SqlValue[]): Conditions {
  const conditions = new Conditions();
  // The first condition says nothing new, but by it SQLite finds its place.
  if (after) conditions.add(`${time} >= ? and (${time}, i.invocation, i.tree) > (?, ?, ?)`, after[0], ...after);
  conditions.add('i.session = ?', filter.session);
  conditions.add('s.source = ?', filter.source);
  conditions.add(...ofRepo('s', filter.repo));
  conditions.add(
    '(s.workspace = ? or (s.uid is null and i.tree = ?))',
    filter.workspace,
    workspaceTree(filter.workspace ?? ''),
  );
  conditions.add('i.skill = ?', filter.skill);
  conditions.add('i.what = ?', filter.what);
  conditions.add('i.told = ?', filter.basis && (filter.basis === 'told' ? 1 : 0));
  conditions.add('i.at >= ?', filter.since);
  conditions.add('i.at <= ?', filter.until);
  return conditions;
}
