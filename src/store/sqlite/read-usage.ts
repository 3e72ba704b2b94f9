import type { SessionUid } from '../../model/ids.ts';
import type { Relation } from '../../model/words.ts';
import type { Descendant, UsageBy, UsageFilter, UsageRow, WorkRow } from '../usage-rows.ts';
import { Conditions } from '../conditions.ts';
import type { Connection } from './connection.ts';
import { slotMs } from '../usage-sums.ts';
import { ofRepo } from '../repo-condition.ts';

interface Sums {
  readonly key: string | number | null;
  readonly model: string;
  readonly paid: number;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly usd: number;
}

/** What has no time counts from when its session began. */
const slot = `case u.slot when 0 then coalesce(s.started_at, 0) / ${slotMs} else u.slot end`;

const keys: Readonly<Record<UsageBy, string>> = { session: 's.uid', repo: 's.repo', source: 's.source', slot: `(${slot}) * ${slotMs}`, nothing: 'null' };

/** From the sums that are kept, never from events. */
export function usage(connection: Connection, filter: UsageFilter, by: UsageBy): readonly UsageRow[] {
  const conditions = sessionsOf(filter);
  if (filter.since !== undefined) conditions.add(`(${slot}) >= ?`, Math.floor(filter.since / slotMs));
  // What is used is used before its session ends: so those of long ago are not even looked at.
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', Math.floor(filter.since / slotMs) * slotMs);
  if (filter.until !== undefined) conditions.add(`(${slot}) <= ?`, Math.floor(filter.until / slotMs));
  const what = `${keys[by]} as key, coalesce(nullif(u.model, ''), s.model, '') as model, u.paid as paid`;
  const isTimed = by === 'slot' || filter.since !== undefined || filter.until !== undefined;
  const from = isTimed || filter.sessions !== undefined || filter.under !== undefined
    ? `session s cross join usage u on u.tree = s.tree and u.session = s.session`
    : `(select tree, session, model, paid, ${sums('usage')} from usage group by tree, session, model, paid) u cross join session s on s.tree = u.tree and s.session = u.session`;
  return connection.all<Sums>(`${descent(filter)} select ${what}, ${sums('u')} from ${from} ${conditions.where} group by 1, 2, 3`, ...root(filter), ...conditions.values).map(toUsageRow);
}

/** Rows lie in the order of the key: summed up by session they need no sorting, and there are far fewer to sort by anything else. */
function sums(table: string): string {
  return ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h', 'usd'].map((column) => `sum(${table}.${column}) as ${column}`).join(', ');
}

export function work(connection: Connection, filter: UsageFilter, by: Exclude<UsageBy, 'slot'>): readonly WorkRow[] {
  const conditions = sessionsOf(filter);
  conditions.always('s.events > 0');
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', filter.since);
  if (filter.until !== undefined) conditions.add('s.started_at <= ?', filter.until);
  return connection.all<WorkRow & Record<string, never>>(
    `${descent(filter)} select ${keys[by]} as key, count(*) as sessions, sum(s.turns) as turns, sum(s.retries) as retries, sum(s.wall_clock_ms) as wallClockMs
       from session s ${conditions.where} group by 1`,
    ...root(filter), ...conditions.values,
  );
}

export function descendants(connection: Connection, uid: SessionUid, limit: number): readonly Descendant[] {
  return connection
    .all<{ uid: SessionUid; parent: SessionUid | null; relation: Relation | null; custom_title: string | null; title: string | null; first_words: string | null }>(
      `${descent({ under: uid })} select s.uid, s.parent, s.relation, s.custom_title, s.title, s.first_words from session s
        where s.uid in (select uid from descent) order by s.uid <> ?, s.started_at, s.uid limit ?`, uid, uid, limit,
    )
    .map(({ uid: own, parent, relation, custom_title, title, first_words }) => ({ uid: own, parent, relation, title: custom_title ?? title ?? first_words }));
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
  return under === undefined ? '' : 'with recursive descent (uid) as (select ? union select c.uid from session c join descent d on c.parent = d.uid)';
}

function root({ under }: UsageFilter): readonly SessionUid[] {
  return under === undefined ? [] : [under];
}

function toUsageRow({ key, model, paid, usd, cache_write_1h, input, output, cache_read, cache_write }: Sums): UsageRow {
  return {
    key,
    model: model === '' ? null : model,
    tokens: { input, output, cache_read, cache_write, ...(cache_write_1h > 0 && { cache_write_1h }) },
    usd: paid === 1 ? usd : null,
  };
}
