import type { Dialect } from '../queries/dialect.ts';
import { answer, rows } from '../queries/query.ts';
import { shownColumns } from '../rows/event-table.ts';
import { recordsOf } from '../rows/positioned-records.ts';
import { countedChains, listedChains } from './queries/chain-selection.ts';
import { dropUnusedFailures, putFailures, putVectors } from './queries/failures.ts';
import {
  dropAllSearchText,
  dropSearchText,
  insertEvents,
  replaceSearchText,
  wantLinks,
} from './queries/insert-events.ts';
import { modelNames, modelValue } from './queries/model-codes.ts';
import { searchIndex } from './queries/search-postings.ts';
import { sessionPage } from './queries/session-page.ts';
import { sessionRecords } from './queries/session-records.ts';

/** A list is one parameter, with JSON; see connection.ts. */
export const sqliteDialect: Dialect = {
  holds: (text) => `instr(lower(${text}), ?) > 0`,
  joinInOrder: 'cross join',
  unindexed: (column) => `+${column}`,
  isIn: (column, _, parameter = '?') => `${column} in (select value from json_each(${parameter}))`,
  list: (_, parameter = '?') => `json_each(${parameter}) w`,
  tuples: () => ({
    table: 'json_each(?1) w',
    key: 'w.key',
    column: (at) => `w.value ->> ${at}`,
    values: (rows) => [JSON.stringify(rows)],
  }),
  *numbers(select, ...values) {
    return (yield* rows<readonly [number]>(select, ...values)).map(([number]) => number);
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
  sessions: sessionRecords,
  eventColumns: shownColumns.map((name) => `e.${name}`).join(', '),
  toEventRecord: recordsOf(shownColumns),
  eventOrder: 'e.rowid',
  modelNames,
  fewSessions: Infinity,
  edgesByCause: 'indexed by edge_by_cause',
  chains: {
    listed: listedChains,
    counted: countedChains,
    byFingerprint: 'indexed by chain_by_fingerprint',
    putFailures,
    putVectors,
    dropUnusedFailures,
  },
  search: searchIndex,
  insertEvents,
  eventByKey: (tree, key, uid) =>
    // By number: an update that might concern several rows sets a savepoint, at which FTS5 flushes its memory.
    `rowid = (select rowid from event where id = ${key} and tree = ${tree}
       and session = (select session from session where uid = ${uid} and tree = ${tree}))`,
  modelValue,
  modelOfEvent: `(select word from code where field = 'model' and code = event.model)`,
  searchText: 'doc',
  replaceSearchText,
  dropSearchText,
  dropAllSearchText,
  wantLinks,
  sessionPage,
  // One process writes at a time.
  lockSession: () => answer(false),
};
