import { sessionKey } from '../../model/ids.ts';
import type { Dialect, Tuples } from '../queries/dialect.ts';
import { answer, get, run } from '../queries/query.ts';
import { sumOf } from './queries/sum-of.ts';
import { listedChains, selection } from './queries/chain-selection.ts';
import { insertEvents, replaceSearchText, wantLinks } from './queries/insert-events.ts';
import { dropUnusedFailures, putFailures, putVectors } from './queries/failures.ts';
import { eventColumns, toEventRecord } from './queries/event-columns.ts';
import { searchIndex } from './queries/search-postings.ts';
import { sessionPage } from './queries/session-page.ts';
import { sessionRecords } from './queries/session-records.ts';

const tuplesOf: readonly Tuples[] = Array.from({ length: 4 }, (_, size) => {
  const columns = Array.from({ length: size }, (__, at) => at);
  return {
    table:
      `unnest(${columns.map((at) => `?${at + 1}::bigint[]`).join(', ')}) ` +
      `with ordinality w(${columns.map((at) => `c${at}, `).join('')}key)`,
    key: 'w.key - 1',
    column: (at) => `w.c${at}`,
    values: (rows) => columns.map((at) => rows.map((row) => row[at]!)),
  };
});

export const postgresDialect: Dialect = {
  holds: (text) => `strpos(lower((${text}) collate "C"), ?) > 0`,
  joinInOrder: 'join',
  unindexed: (column) => column,
  isIn: (column, type, parameter = '?') => `${column} = any (${parameter}::${type}[])`,
  list: (type, parameter = '?') => `unnest(${parameter}::${type}[]) with ordinality w(value, key)`,
  tuples: (size) => tuplesOf[size]!,
  // As one text: the driver would take longer for so many rows than the server.
  *numbers(select, ...values) {
    const found = yield* get<{ numbers: string | null }>(
      `select string_agg(x.number::text, ',' order by x.number) as numbers from (${select}) x`,
      ...values,
    );
    return found!.numbers?.split(',').map(Number) ?? [];
  },
  smaller: (a, b) => `least(${a}, ${b})`,
  larger: (a, b) => `greatest(${a}, ${b})`,
  dollars: {
    sum: (column) => `array_agg(${column})`,
    total: (parts) => (parts === null ? null : sumOf(parts as readonly number[])),
  },
  failureOf: (row) => `f.tree = ${row}.tree and f.fingerprint = ${row}.fingerprint`,
  uidText: (parameter) => `${parameter}::text collate "C"`,

  session: {
    wantLinks: 'touched = touched + 1',
    wantDigest: 'changes = changes + 1',
    wantsDigest: 'changes <> summed',
    changes: 'changes',
    byUid: 'uid = ?',
  },
  sessions: sessionRecords,
  eventColumns,
  toEventRecord,
  eventOrder: 'e.kept',
  modelNames: () => answer((model) => model as string | null),
  // Plans with lists of several columns depend on their length, so the server plans each time: that takes longer than
  // asking for each session separately.
  fewSessions: 4,
  edgesByCause: '',
  chains: {
    listed: listedChains,
    counted: (filter) => answer(selection(filter)),
    byFingerprint: '',
    putFailures,
    putVectors,
    dropUnusedFailures,
  },
  search: searchIndex,
  insertEvents,
  eventByKey: (tree, key, uid) =>
    `tree = ${tree} and id = ${key} and session = (select session from session where uid = ${uid} and tree = ${tree})`,
  modelValue: (name) => answer(name),
  modelOfEvent: 'model',
  searchText: 'case when words is null then null else 1 end',
  replaceSearchText,
  // It goes with the event.
  dropSearchText: () => answer(undefined),
  dropAllSearchText: () => answer(undefined),
  wantLinks,
  sessionPage,
  *lockSession(uid) {
    // The two numbers of one lock: its purpose, and the session.
    yield* run('select pg_advisory_xact_lock(7369656, (?::bigint % 2147483647)::int)', sessionKey(uid));
    return true;
  },
};
