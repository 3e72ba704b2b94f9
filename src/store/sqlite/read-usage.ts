import type { SessionUid } from '../../model/ids.ts';
import { headingColumns, toHeading, type HeadingRecord } from '../rows/heading-record.ts';
import type { Heading, UsageBy, UsageFilter, UsageRow, WorkRow } from '../contract/usage-rows.ts';
import { Conditions } from '../queries/conditions.ts';
import type { Connection } from './connection.ts';
import { slotMs } from '../rows/usage-sums.ts';
import { ofRepo } from '../queries/repo-condition.ts';

type Sums = readonly [
  key: string | number | null,
  model: string,
  paid: number,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWrite1h: number,
  usd: number,
];

/** What has no time counts from when its session began. */
const slot = `case u.slot when 0 then coalesce(s.started_at, 0) / ${slotMs} else u.slot end`;

const keys: Readonly<Record<UsageBy, string>> = {
  session: 's.uid',
  repo: 's.repo',
  source: 's.source',
  slot: `(${slot}) * ${slotMs}`,
  nothing: 'null',
};

/** From the sums that are kept, never from events. */
export function usage(connection: Connection, filter: UsageFilter, by: UsageBy): readonly UsageRow[] {
  const conditions = sessionsOf(filter);
  if (filter.since !== undefined) conditions.add(`(${slot}) >= ?`, Math.floor(filter.since / slotMs));
  // What is used is used before its session ends: so those of long ago are not even looked at.
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', Math.floor(filter.since / slotMs) * slotMs);
  if (filter.until !== undefined) conditions.add(`(${slot}) <= ?`, Math.floor(filter.until / slotMs));
  const isNarrow =
    filter.since !== undefined ||
    filter.until !== undefined ||
    filter.sessions !== undefined ||
    filter.under !== undefined;
  const from = isNarrow
    ? 'session s cross join usage u on u.tree = s.tree and u.session = s.session'
    : 'usage u cross join session s on s.tree = u.tree and s.session = u.session';
  const what = `${keys[by]}, coalesce(nullif(u.model, ''), s.model, ''), u.paid`;
  const rows = (columns: string, group: string): readonly Sums[] =>
    connection.rows(
      `${descent(filter)} select ${what}, ${columns} from ${from} ${conditions.where} ${group}`,
      ...root(filter),
      ...conditions.values,
    ) as unknown as readonly Sums[];
  // The rows of a session lie together, and mostly there is one: to sort thousands of them by their names takes
  // longer than to read them.
  return by === 'session'
    ? addedUp(rows(summed.map((column) => `u.${column}`).join(', '), '').map(toUsageRow))
    : rows(summed.map((column) => `sum(u.${column})`).join(', '), 'group by 1, 2, 3').map(toUsageRow);
}

const summed = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h', 'usd'] as const;

/** One row for each session, model, and whether it was paid for. */
function addedUp(rows: readonly UsageRow[]): readonly UsageRow[] {
  const all: UsageRow[] = [];
  let first = 0;
  for (const row of rows) {
    if (all[first]?.key !== row.key) first = all.length;
    let same = first;
    while (same < all.length && (all[same]!.model !== row.model || (all[same]!.usd === null) !== (row.usd === null)))
      same += 1;
    all[same] = same === all.length ? row : sumOf(all[same]!, row);
  }
  return all;
}

function sumOf(a: UsageRow, b: UsageRow): UsageRow {
  const longest = (a.tokens.cache_write_1h ?? 0) + (b.tokens.cache_write_1h ?? 0);
  const add = (kind: 'input' | 'output' | 'cache_read' | 'cache_write') => a.tokens[kind] + b.tokens[kind];
  return {
    ...a,
    tokens: {
      input: add('input'),
      output: add('output'),
      cache_read: add('cache_read'),
      cache_write: add('cache_write'),
      ...(longest > 0 && { cache_write_1h: longest }),
    },
    usd: a.usd === null ? null : a.usd + b.usd!,
  };
}

export function work(connection: Connection, filter: UsageFilter, by: Exclude<UsageBy, 'slot'>): readonly WorkRow[] {
  const conditions = sessionsOf(filter);
  conditions.always('s.events > 0');
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', filter.since);
  if (filter.until !== undefined) conditions.add('s.started_at <= ?', filter.until);
  return connection.all<WorkRow & Record<string, never>>(
    `${descent(filter)} select ${keys[by]} as key, count(*) as sessions, sum(s.turns) as turns, sum(s.retries) as retries, sum(s.wall_clock_ms) as wallClockMs
       from session s ${conditions.where} ${by === 'nothing' ? 'having count(*) > 0' : 'group by 1'}`,
    ...root(filter),
    ...conditions.values,
  );
}

export function headings(connection: Connection, uids: readonly SessionUid[]): readonly Heading[] {
  return connection
    .all<HeadingRecord>(
      `select ${headingColumns} from json_each(?) w cross join session s on s.uid = w.value`,
      JSON.stringify(uids),
    )
    .map(toHeading);
}

export function descendants(connection: Connection, uid: SessionUid, limit: number): readonly Heading[] {
  return connection
    .all<HeadingRecord>(
      `${descent({ under: uid })} select ${headingColumns} from session s where s.uid in (select uid from descent) order by s.uid <> ?, s.started_at, s.uid limit ?`,
      uid,
      uid,
      limit,
    )
    .map(toHeading);
}

function sessionsOf({ source, repo, workspace, sessions, under }: UsageFilter): Conditions {
  const conditions = new Conditions();
  conditions.add('s.source = ?', source);
  conditions.add(...ofRepo('s', repo));
  conditions.add('s.workspace = ?', workspace);
  if (sessions !== undefined) conditions.add('s.uid in (select value from json_each(?))', JSON.stringify(sessions));
  if (under !== undefined) conditions.always('s.uid in (select uid from descent)');
  return conditions;
}

/** A session may name itself among its ancestors, in files that somebody wrote: `union` sees each once. */
function descent({ under }: UsageFilter): string {
  return under === undefined
    ? ''
    : 'with recursive descent (uid) as (select ? union select c.uid from session c join descent d on c.parent = d.uid)';
}

function root({ under }: UsageFilter): readonly SessionUid[] {
  return under === undefined ? [] : [under];
}

function toUsageRow([key, model, paid, input, output, cache_read, cache_write, cache_write_1h, usd]: Sums): UsageRow {
  return {
    key,
    model: model === '' ? null : model,
    // Thousands of them: without a second object that is poured into this one.
    tokens:
      cache_write_1h > 0
        ? { input, output, cache_read, cache_write, cache_write_1h }
        : { input, output, cache_read, cache_write },
    usd: paid === 1 ? usd : null,
  };
}
