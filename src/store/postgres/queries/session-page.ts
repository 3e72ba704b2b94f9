import type { Dialect } from '../../queries/dialect.ts';
import { sortedBy } from '../../queries/sessions/session-order.ts';
import { all, get } from '../../queries/query.ts';
import { sessionColumns, type SessionRecord } from '../../rows/session-record.ts';

export const sessionPage: Dialect['sessionPage'] = function* (filter, { where, values }, { limit, offset }) {
  const sessions = yield* all<SessionRecord>(
    `select ${sessionColumns} from session s ${where} order by ${sortedBy(filter)}s.ended_at desc nulls last, s.uid limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
  const { total } = (yield* get<{ total: number }>(`select count(*) as total from session s ${where}`, ...values))!;
  return { sessions, total };
};
