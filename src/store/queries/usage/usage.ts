import type { SessionUid } from '../../../model/ids.ts';
import { headingColumns, toHeading, type HeadingRecord } from '../../rows/heading-record.ts';
import { slotMs } from '../../rows/usage-sums.ts';
import type { Heading, UsageBy, UsageFilter, UsedBetween, WorkRow } from '../../store.ts';
import { Conditions } from '../conditions.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, type Parameter, type Query } from '../query.ts';
import { ofRepo } from '../repo-condition.ts';

/** Without a time the start of the session counts. */
const slot = `case u.slot when 0 then coalesce(s.started_at, 0) / ${slotMs} else u.slot end`;

/** Of `usage u` and `session s`. */
export const usageKeys: Readonly<Record<UsageBy, string>> = {
  session: 's.uid',
  repo: 's.repo',
  source: 's.source',
  slot: `(${slot}) * ${slotMs}`,
  nothing: 'cast(null as text)',
};

export function usageConditions(db: Dialect, filter: UsageFilter): Conditions<Parameter> {
  const conditions = sessionsOf(db, filter);
  if (filter.since !== undefined) conditions.add(`(${slot}) >= ?`, Math.floor(filter.since / slotMs));
  // Usage is never later than the end of its session, so older sessions are not even read.
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', Math.floor(filter.since / slotMs) * slotMs);
  if (filter.until !== undefined) conditions.add(`(${slot}) <= ?`, Math.floor(filter.until / slotMs));
  return conditions;
}

export function* usedBetween(db: Dialect, filter: UsageFilter): Query<UsedBetween | undefined> {
  const conditions = sessionsOf(db, filter);
  conditions.add('s.ended_at >= ?', filter.since);
  conditions.add('s.started_at <= ?', filter.until);
  conditions.add('e.at >= ?', filter.since);
  conditions.add('e.at <= ?', filter.until);
  conditions.always('(e.input is not null or e.usd is not null)');
  const found = yield* get<{ first: number | null; last: number | null }>(
    `${descent(db, filter)} select min(e.at) as first, max(e.at) as last
       from session s ${db.joinInOrder} event e on e.tree = s.tree and e.session = s.session ${conditions.where}`,
    ...root(filter),
    ...conditions.values,
  );
  if (found === undefined || found.first === null || found.last === null) return undefined;
  return { first: Number(found.first), last: Number(found.last) };
}

export function* work(db: Dialect, filter: UsageFilter, by: Exclude<UsageBy, 'slot'>): Query<readonly WorkRow[]> {
  const conditions = sessionsOf(db, filter);
  conditions.always('s.events > 0');
  if (filter.since !== undefined) conditions.add('s.ended_at >= ?', filter.since);
  if (filter.until !== undefined) conditions.add('s.started_at <= ?', filter.until);
  return yield* all<WorkRow>(
    `${descent(db, filter)} select ${usageKeys[by]} as key, count(*) as sessions, sum(s.turns) as turns,
            sum(s.retries) as retries, sum(s.wall_clock_ms) as "wallClockMs"
       from session s ${conditions.where} group by 1 order by 1 nulls first`,
    ...root(filter),
    ...conditions.values,
  );
}

export function* headings(db: Dialect, uids: readonly SessionUid[]): Query<readonly Heading[]> {
  const found = yield* all<HeadingRecord>(
    `select ${headingColumns} from ${db.list('text')} ${db.joinInOrder} session s on s.uid = w.value`,
    uids,
  );
  return found.map(toHeading);
}

export function* descendants(db: Dialect, uid: SessionUid, limit: number): Query<readonly Heading[]> {
  const found = yield* all<HeadingRecord>(
    `${descent(db, { under: uid })} select ${headingColumns} from session s where s.uid in (select uid from descent)
      order by s.uid <> ?, s.started_at nulls first, s.uid limit ?`,
    uid,
    uid,
    limit,
  );
  return found.map(toHeading);
}

/** A session, and all that hang under it. */
export function* descendantUids(db: Dialect, under: SessionUid): Query<readonly SessionUid[]> {
  const found = yield* all<{ uid: SessionUid }>(`${descent(db, { under })} select uid from descent`, under);
  return found.map(({ uid }) => uid);
}

function sessionsOf(db: Dialect, { source, repo, workspace, sessions, under }: UsageFilter): Conditions<Parameter> {
  const conditions = new Conditions<Parameter>();
  conditions.add('s.source = ?', source);
  conditions.add(...ofRepo('s', repo));
  conditions.add('s.workspace = ?', workspace);
  conditions.add(db.isIn('s.uid', 'text'), sessions);
  if (under !== undefined) conditions.always('s.uid in (select uid from descent)');
  return conditions;
}

/** A session may name itself among its ancestors, in hand-written files: `union` visits each once. */
export function descent(db: Dialect, { under }: UsageFilter): string {
  return under === undefined
    ? ''
    : `with recursive descent (uid) as (
         select ${db.uidText('?')} union select c.uid from session c join descent d on c.parent = d.uid)`;
}

/** The parameter of `descent`. */
export function root({ under }: UsageFilter): readonly SessionUid[] {
  return under === undefined ? [] : [under];
}
