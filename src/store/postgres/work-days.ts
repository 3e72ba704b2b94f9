import type { WorkDay, WorkDaysFilter } from '../store.ts';
import { toWorkDay, workDayConditions, workDaySql, type WorkDayRecord } from '../queries/work-day-sql.ts';
import type { Sql } from './sql.ts';

export async function workDays(sql: Sql, filter: WorkDaysFilter, timeOfDay: number): Promise<readonly WorkDay[]> {
  const { where, values } = workDayConditions(filter);
  return (await sql.all<WorkDayRecord>(workDaySql(where), timeOfDay, ...values)).map(toWorkDay);
}
