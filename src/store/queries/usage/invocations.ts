import { workspaceTree, type InvocationRef } from '../../../model/ids.ts';
import type { DescribedUse, Invocation, Use } from '../../../model/invocation.ts';
import {
  describedUseColumns,
  toDescribedUse,
  toInvocation,
  toUse,
  useColumns,
  type DescribedUseRecord,
  type InvocationRecord,
  type UseRecord,
} from '../../rows/invocation-record.ts';
import type { InvocationFilter, Pagination } from '../../store.ts';
import { Conditions } from '../conditions.ts';
import { all, get, rows, type Query } from '../query.ts';
import type { Runner } from '../reader.ts';
import { ofRepo } from '../repo-condition.ts';

export function* invocation({ tree, invocation: key }: InvocationRef): Query<Invocation | undefined> {
  const row = yield* get<InvocationRecord>(
    `select ${columns} from ${joined} where i.tree = ? and i.invocation = ?`,
    tree,
    key,
  );
  return row && toInvocation(row);
}

/** The latest first. */
export function* invocations(
  filter: InvocationFilter,
  { limit, offset }: Pagination,
): Query<{ readonly invocations: readonly Invocation[]; readonly total: number }> {
  const { where, values } = conditionsOf(filter);
  const found = yield* all<InvocationRecord>(
    `select ${columns} from ${joined} ${where} order by ${time} desc, i.invocation, i.tree limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
  const isAll = offset === 0 && found.length < limit;
  const total = isAll
    ? found.length
    : (yield* get<{ total: number }>(`select count(*) as total from ${fromFor(filter)} ${where}`, ...values))!.total;
  return { invocations: found.map(toInvocation), total };
}

/** All of them, the oldest first. */
export async function* eachInvocation(ask: Runner['ask'], filter: InvocationFilter): AsyncIterable<Invocation> {
  for (let after: Place = beforeAll; ;) {
    const { where, values } = conditionsOf(filter, after);
    const found = await ask(() =>
      all<InvocationRecord>(
        `select ${columns} from ${joined} ${where} order by ${time}, i.invocation, i.tree limit ${pageLength}`,
        ...values,
      ),
    );
    for (const row of found) yield toInvocation(row);
    const last = found.at(-1);
    if (last === undefined || found.length < pageLength) return;
    after = [last.at ?? 0, last.invocation, last.tree];
  }
}

export async function* uses(ask: Runner['ask'], filter: InvocationFilter): AsyncIterable<readonly Use[]> {
  for await (const page of pagesOf<UseRecord>(ask, filter, useColumns, (row) => row[5])) yield page.map(toUse);
}

export async function* describedUses(
  ask: Runner['ask'],
  filter: InvocationFilter,
): AsyncIterable<readonly DescribedUse[]> {
  const pages = pagesOf<DescribedUseRecord>(ask, filter, describedUseColumns, (row) => row[4]);
  for await (const page of pages) yield page.map(toDescribedUse);
}

/** Lists of values: `asked` columns, which begin with the key, and the phase. */
async function* pagesOf<Row extends readonly [tree: number, invocation: number, ...unknown[]]>(
  ask: Runner['ask'],
  filter: InvocationFilter,
  asked: string,
  timeOf: (row: Row) => number | null,
): AsyncIterable<readonly Row[]> {
  for (let after: Place = beforeAll; ;) {
    const { where, values } = conditionsOf(filter, after);
    const found = await ask(() =>
      rows<Row>(
        `select ${asked}, ${phase} from ${fromFor(filter)} ${where}
          order by ${time}, i.invocation, i.tree limit ${pageLength}`,
        ...values,
      ),
    );
    yield found;
    const last = found.at(-1);
    if (last === undefined || found.length < pageLength) return;
    after = [timeOf(last) ?? 0, last[1], last[0]];
  }
}

export function* skillNames(filter: InvocationFilter, limit: number): Query<readonly string[]> {
  const { where, values } = conditionsOf(filter);
  const found = yield* all<{ skill: string }>(
    `select i.skill from ${fromFor(filter)} ${where} group by i.skill order by count(*) desc, i.skill limit ?`,
    ...values,
    limit,
  );
  return found.map(({ skill }) => skill);
}

/** Sessions are joined only when the filter needs them. */
function fromFor({ source, repo, workspace }: InvocationFilter): string {
  return source === undefined && repo === undefined && workspace === undefined ? 'invocation i' : joined;
}

type Place = readonly [at: number, invocation: number, tree: number];
const beforeAll: Place = [-1, 0, 0];
const pageLength = 2000;
const time = 'coalesce(i.at, 0)';
const joined = 'invocation i left join session s on s.uid = i.session';

/** The work of a sub-agent itself describes its use better than what its caller did before and after. */
const phase = `case when i.what = 'agent' and i.told = 0
    then coalesce((select w.phase from session c join worked w on w.tree = c.tree and w.session = c.uid
      where c.parent = i.session and c.relation = 'subagent' and c.step_tree = i.tree and c.step = i.invocation
      order by c.tree, c.session limit 1), i.phase)
    else i.phase end`;
const columns = `i.tree, i.invocation, i.session, i.told, i.what, i.skill, i.at, i.path, ${phase} as phase, i.query,
  i.request, i.alternatives, i.rank, i.completed, i.seconds, i.follow_ups, i.error_type, s.source, s.repo`;

function conditionsOf(filter: InvocationFilter, after?: Place): Conditions {
  const conditions = new Conditions();
  // The first condition is redundant, but lets SQLite use the index.
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
  conditions.add('i.told = ?', filter.basis && (filter.basis === 'manual' ? 1 : 0));
  conditions.add('i.at >= ?', filter.since);
  conditions.add('i.at <= ?', filter.until);
  return conditions;
}
