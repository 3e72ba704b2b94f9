import type { SessionUid } from '../../model/ids.ts';
import { Conditions } from '../queries/conditions.ts';
import { headingColumns, toHeading, type HeadingRecord } from '../rows/heading-record.ts';
import { ofRepo } from '../queries/repo-condition.ts';
import type { Heading, UsageBy, UsageFilter, UsageRow, WorkRow } from '../contract/usage-rows.ts';
import { slotMs } from '../rows/usage-sums.ts';
import type { Parameter, Sql } from './sql.ts';
import { sumOf } from './sum-of.ts';

interface Sums {
  readonly key: string | number | null;
  readonly model: string;
  readonly paid: number;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly usd: readonly number[] | null;
}

/** What has no time counts from when its session began. */
const slot = `case u.slot when 0 then coalesce(s.started_at, 0) / ${slotMs} else u.slot end`;

const keys: Readonly<Record<UsageBy, string>> = {
  session: 's.uid',
  repo: 's.repo',
  source: 's.source',
  slot: `(${slot}) * ${slotMs}`,
  nothing: 'null::text',
};

/** From the sums that are kept, never from events. */
export async function usage(sql: Sql, filter: UsageFilter, by: UsageBy): Promise<readonly UsageRow[]> {
  const conditions = sessionsOf(filter);
  if (filter.since !== undefined) conditions.add(`(${slot}) >= ?`, Math.floor(filter.since / slotMs));
  // What is used is used before its session ends: so those of long ago are not even looked at.
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', Math.floor(filter.since / slotMs) * slotMs);
  if (filter.until !== undefined) conditions.add(`(${slot}) <= ?`, Math.floor(filter.until / slotMs));
  const sums = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h']
    .map((column) => `sum(u.${column}) as ${column}`)
    .join(', ');
  const rows = await sql.all<Sums>(
    `${descent(filter)} select ${keys[by]} as key, coalesce(nullif(u.model, ''), s.model, '') as model, u.paid as paid, ${sums}, array_agg(u.usd) filter (where u.paid = 1) as usd
       from session s join usage u on u.tree = s.tree and u.session = s.session ${conditions.where} group by 1, 2, 3 order by 1 nulls first, 2, 3`,
    ...root(filter),
    ...conditions.values,
  );
  return rows.map(toUsageRow);
}

export async function work(sql: Sql, filter: UsageFilter, by: Exclude<UsageBy, 'slot'>): Promise<readonly WorkRow[]> {
  const conditions = sessionsOf(filter);
  conditions.always('s.events > 0');
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', filter.since);
  if (filter.until !== undefined) conditions.add('s.started_at <= ?', filter.until);
  return await sql.all<WorkRow>(
    `${descent(filter)} select ${keys[by]} as key, count(*) as sessions, sum(s.turns) as turns, sum(s.retries) as retries, sum(s.wall_clock_ms) as "wallClockMs"
       from session s ${conditions.where} group by 1 order by 1 nulls first`,
    ...root(filter),
    ...conditions.values,
  );
}

export async function headings(sql: Sql, uids: readonly SessionUid[]): Promise<readonly Heading[]> {
  return (
    await sql.all<HeadingRecord>(`select ${headingColumns} from session s where s.uid = any (?::text[])`, uids)
  ).map(toHeading);
}

export async function descendants(sql: Sql, uid: SessionUid, limit: number): Promise<readonly Heading[]> {
  const rows = await sql.all<HeadingRecord>(
    `${descent({ under: uid })} select ${headingColumns} from session s where s.uid in (select uid from descent) order by s.uid <> ?, s.started_at nulls first, s.uid limit ?`,
    uid,
    uid,
    limit,
  );
  return rows.map(toHeading);
}

function sessionsOf({ source, repo, workspace, sessions, under }: UsageFilter): Conditions<Parameter> {
  const conditions = new Conditions<Parameter>();
  conditions.add('s.source = ?', source);
  conditions.add(...ofRepo('s', repo));
  conditions.add('s.workspace = ?', workspace);
  conditions.add('s.uid = any (?::text[])', sessions);
  if (under !== undefined) conditions.always('s.uid in (select uid from descent)');
  return conditions;
}

/** A session may name itself among its ancestors, in files that somebody wrote: `union` sees each once. */
function descent({ under }: UsageFilter): string {
  return under === undefined
    ? ''
    : 'with recursive descent (uid) as (select ?::text collate "C" union select c.uid from session c join descent d on c.parent = d.uid)';
}

function root({ under }: UsageFilter): readonly SessionUid[] {
  return under === undefined ? [] : [under];
}

function toUsageRow({ key, model, paid, usd, cache_write_1h, input, output, cache_read, cache_write }: Sums): UsageRow {
  return {
    key,
    model: model === '' ? null : model,
    tokens: { input, output, cache_read, cache_write, ...(cache_write_1h > 0 && { cache_write_1h }) },
    usd: paid === 1 ? sumOf(usd ?? []) : null,
  };
}
