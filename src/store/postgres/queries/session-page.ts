import type { Dialect } from '../../queries/dialect.ts';
import { sortedBy } from '../../queries/sessions/session-order.ts';
import { all, get } from '../../queries/query.ts';
import type { SessionRecord } from '../../rows/session-record.ts';
import { sessionRecords } from './session-records.ts';

export const sessionPage: Dialect['sessionPage'] = function* (filter, { where, values }, { limit, offset }) {
  // Only who is sorted by failures has to be counted before the page is chosen.
  const isCounted = filter.sort === 'failures';
  const sessions = yield* all<SessionRecord>(
    sessionRecords.records({
      where,
      ...(isCounted && { from: sessionRecords.counted(where), where: '' }),
      order: `order by ${sortedBy(filter, 's.failures')}s.ended_at desc nulls last, s.uid`,
      limit: 'limit ? offset ?',
    }),
    ...values,
    limit,
    offset,
  );
  const { total } = (yield* get<{ total: number }>(`select count(*) as total from session s ${where}`, ...values))!;
  return { sessions, total };
};
