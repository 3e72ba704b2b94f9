import { sessionKey } from '../../model/ids.ts';
import type { Dialect } from '../queries/dialect.ts';
import { run } from '../queries/query.ts';
import { sumOf } from './sum-of.ts';
import { sessionPage } from './session-page.ts';

export const postgresDialect: Dialect = {
  holds: (text) => `strpos(lower((${text}) collate "C"), ?) > 0`,
  joinInOrder: 'join',
  unindexed: (column) => column,
  isIn: (column, type, parameter = '?') => `${column} = any (${parameter}::${type}[])`,
  list: (type, parameter = '?') => `unnest(${parameter}::${type}[]) with ordinality w(value, key)`,
  pairs: {
    table: 'unnest(?1::bigint[], ?2::bigint[]) with ordinality w(first, second, key)',
    first: 'w.first',
    second: 'w.second',
    values: (pairs) => [pairs.map(([first]) => first), pairs.map(([, second]) => second)],
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
  sessionPage,
  *lockSession(uid) {
    // The two numbers of one lock: what it is for, and whose.
    yield* run('select pg_advisory_xact_lock(7369656, (?::bigint % 2147483647)::int)', sessionKey(uid));
    return true;
  },
};
