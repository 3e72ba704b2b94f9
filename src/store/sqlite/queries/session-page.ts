import type { Dialect } from '../../queries/dialect.ts';
import { sortedBy } from '../../queries/sessions/session-order.ts';
import { all, get, rows } from '../../queries/query.ts';
import type { SessionRecord } from '../../rows/session-record.ts';
import { failures, sessionRecords } from './session-records.ts';

/** First the rows of the page by their numbers, then their content: a whole row is long. */
export const sessionPage: Dialect['sessionPage'] = function* (filter, { where, values }, { limit, offset }) {
  const inOrder = `select s.rowid from session s ${where} order by ${sortedBy(filter, failures)}s.ended_at desc, s.uid`;
  // Searching for words costs more than sorting the matches, so it is done once, and all of them are counted.
  const found =
    filter.text === undefined ? undefined : (yield* rows<readonly [number]>(inOrder, ...values)).map(([row]) => row);
  const page =
    found?.slice(offset, offset + limit) ??
    (yield* rows<readonly [number]>(`${inOrder} limit ? offset ?`, ...values, limit, offset)).map(([row]) => row);
  const total =
    found?.length ??
    (yield* get<{ total: number }>(`select count(*) as total from session s ${where}`, ...values))!.total;
  const sessions = yield* all<SessionRecord>(
    sessionRecords.records({
      from: 'json_each(?) w cross join session s on s.rowid = w.value',
      where: '',
      order: 'order by w.key',
    }),
    page,
  );
  return { sessions, total };
};
