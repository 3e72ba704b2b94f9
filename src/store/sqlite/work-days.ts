import type { WorkDay, WorkDaysFilter } from '../store.ts';
import { toWorkDay, workDayConditions, workDaySql, type WorkDayRecord } from '../queries/work-day-sql.ts';
import type { Connection } from './connection.ts';

export function workDays(connection: Connection, filter: WorkDaysFilter, timeOfDay: number): readonly WorkDay[] {
  const { where, values } = workDayConditions(filter);
  return connection.all<WorkDayRecord>(workDaySql(where), timeOfDay, ...values).map(toWorkDay);
}
