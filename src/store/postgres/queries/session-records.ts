import type { Dialect } from '../../queries/dialect.ts';
import { isOpen, isReal } from '../../rows/session-numbers.ts';
import { sessionColumns } from '../../rows/session-record.ts';

/**
 * Failures are counted apart, for all sessions at once: where Citus keeps them on other nodes than the sessions, no
 * statement can count those of each session.
 */
export const sessionRecords: Dialect['sessions'] = {
  hasFailed: `s.uid in (select c.session from chain c where ${isReal})`,
  records: ({ where, order = '', limit = '', from = 'session s' }) =>
    `with found as materialized (select ${sessionColumns} from ${from} ${where} ${order} ${limit})
     select s.*, ${counts} from found s left join ${countsOf('and c.session in (select uid from found)')} ${order}`,
  counted: (where) => `(select s.*, ${counts} from session s left join ${countsOf('')} ${where}) s`,
};

const counts = 'coalesce(n.failures, 0) as failures, coalesce(n.open_failures, 0) as open_failures';

/** A table `n`, joined to `session s`. */
function countsOf(chosen: string): string {
  return `(select c.session, count(*) as failures, count(*) filter (where ${isOpen}) as open_failures
       from chain c where ${isReal} ${chosen} group by c.session) n on n.session = s.uid`;
}
