import type { Dialect } from '../../queries/dialect.ts';
import { isOpen, isReal } from '../../rows/session-numbers.ts';
import { sessionColumns } from '../../rows/session-record.ts';

/** Of `session s`. */
export const failures = `(select count(*) from chain c where c.session = s.uid and ${isReal})`;
const counts = `${failures} as failures, (select count(*) from chain c where c.session = s.uid and ${isOpen}) as open_failures`;

/** Failures are counted by the index of each session. */
export const sessionRecords: Dialect['sessions'] = {
  hasFailed: `exists (select 1 from chain c where c.session = s.uid and ${isReal})`,
  records: ({ where, order = '', limit = '', from = 'session s' }) =>
    `select ${sessionColumns}, ${counts} from ${from} ${where} ${order} ${limit}`,
  counted: (where) => `(select s.*, ${counts} from session s ${where}) s`,
};
