import type { Dialect } from '../queries/dialect.ts';
import { sessionPage } from './session-page.ts';

/** A list is one parameter, with JSON; see connection.ts. */
export const sqliteDialect: Dialect = {
  holds: (text) => `instr(lower(${text}), ?) > 0`,
  joinInOrder: 'cross join',
  unindexed: (column) => `+${column}`,
  isIn: (column, _, parameter = '?') => `${column} in (select value from json_each(${parameter}))`,
  list: (_, parameter = '?') => `json_each(${parameter}) w`,
  pairs: {
    table: 'json_each(?1) w',
    first: 'w.value ->> 0',
    second: 'w.value ->> 1',
    values: (pairs) => [JSON.stringify(pairs)],
  },
  smaller: (a, b) => `coalesce(min(${a}, ${b}), ${a}, ${b})`,
  larger: (a, b) => `coalesce(max(${a}, ${b}), ${a}, ${b})`,
  dollars: { sum: (column) => `sum(${column})`, total: (sum) => sum as number | null },
  failureOf: (row) => `f.fingerprint = ${row}.fingerprint`,
  uidText: (parameter) => parameter,

  session: {
    wantLinks: 'unlinked = 1',
    wantDigest: 'unanalyzed = 1',
    wantsDigest: 'unanalyzed = 1',
    changes: '0',
    byUid: 'rowid = (select rowid from session where uid = ?)',
  },
  sessionPage,
  *lockSession() {
    // One process writes at a time.
    return false;
  },
};
