import type { Event } from '../../../model/event.ts';
import { selectEvents } from '../../queries/events/event-maker.ts';
import { get, type Query } from '../../queries/query.ts';
import { sqliteDialect } from '../dialect.ts';

/** Commits of other connections, and changes of this one. */
export function* changeMark(): Query<string> {
  const { data_version: others } = (yield* get<{ data_version: number }>('pragma data_version'))!;
  return `${others}.${(yield* get<{ own: number }>('select total_changes() as own'))!.own}`;
}

/** Rows are only ever appended, and a replacement is written before the replaced one is removed. */
export function* newest(): Query<number> {
  return (yield* get<{ mark: number }>('select coalesce(max(rowid), 0) as mark from event'))!.mark;
}

export function* eventsSince(
  mark: number,
  limit: number,
): Query<{ readonly events: readonly Event[]; readonly mark: number }> {
  const { last } = (yield* get<{ last: number | null }>(
    'select max(rowid) as last from (select rowid from event where rowid > ? order by rowid limit ?)',
    mark,
    limit,
  ))!;
  if (last === null) return { events: [], mark };
  const events = yield* selectEvents(
    sqliteDialect,
    `select ${sqliteDialect.eventColumns} from event e where e.rowid > ? and e.rowid <= ? order by e.rowid`,
    mark,
    last,
  );
  return { events, mark: last };
}
