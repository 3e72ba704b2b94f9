import { dayMs } from '../../contract/work-days.ts';
import type { WorkDay, WorkDaysFilter } from '../../store.ts';
import { Conditions } from '../conditions.ts';
import type { Dialect } from '../dialect.ts';
import { all, type Query } from '../query.ts';
import { ofRepo } from '../repo-condition.ts';
import { outcome } from '../../rows/session-numbers.ts';

export function* workDays(db: Dialect, filter: WorkDaysFilter, timeOfDay: number): Query<readonly WorkDay[]> {
  const { where, values } = conditionsOf(filter);
  const found = yield* all<WorkDayRecord>(
    `select s.ended_at / ${dayMs} as day, case when s.ended_at % ${dayMs} <= ? then 1 else 0 end as early,
            s.source, s.repo, ${outcome} as outcome,
            case when exists (select 1 from session p where p.uid = s.parent) then 0 else 1 end as top,
            count(*) as sessions, sum(s.steps) as steps, sum(s.failures) as errors, sum(s.open_failures) as "openErrors", sum(s.retries) as retries,
            sum(s.wall_clock_ms) as "wallClockMs"
       from ${db.sessions.counted(where)} group by 1, 2, 3, 4, 5, 6 order by 1`,
    timeOfDay,
    ...values,
  );
  return found.map(({ early, top, ...row }) => ({ ...row, isEarly: early === 1, isTop: top === 1 }));
}

interface WorkDayRecord extends Omit<WorkDay, 'isEarly' | 'isTop'> {
  readonly early: number;
  readonly top: number;
}

function conditionsOf({ source, repo, workspace, since, until }: WorkDaysFilter): Conditions {
  const conditions = new Conditions();
  conditions.add('s.ended_at >= ?', since);
  conditions.add('s.ended_at <= ?', until);
  conditions.add('s.source = ?', source);
  conditions.add(...ofRepo('s', repo));
  conditions.add('s.workspace = ?', workspace);
  conditions.always('s.events > 0');
  return conditions;
}
