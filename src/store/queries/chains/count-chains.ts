import type { Key } from '../../../model/ids.ts';
import { chainStateCodes, errorKindCodes } from '../../rows/codes.ts';
import { isOpen } from '../../rows/session-numbers.ts';
import type { ChainCount, ChainFilter, FingerprintCount, SeenBefore } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, rows, type Query } from '../query.ts';

export function* countChains(db: Dialect, filter: ChainFilter): Query<number> {
  const { from, where, values } = yield* db.chains.counted(filter, 'type');
  return (yield* get<{ total: number }>(`select count(*) as total from ${from} ${where}`, ...values))!.total;
}

export function* chainCounts(db: Dialect, filter: ChainFilter): Query<readonly ChainCount[]> {
  const { from, where, values } = yield* db.chains.counted(filter, 'type');
  const found = yield* all<{ kind: number; state: number; type: string; count: number; lastAt: number | null }>(
    `select c.kind, c.state, c.type, count(*) as count, max(c.at) as "lastAt" from ${from} ${where}
      group by c.type, c.kind, c.state`,
    ...values,
  );
  return found.map(({ kind, state, ...row }) => ({
    ...row,
    kind: errorKindCodes.decode(kind)!,
    state: chainStateCodes.decode(state)!,
  }));
}

export function* fingerprintCounts(
  db: Dialect,
  filter: ChainFilter,
  limit: number,
  minCount = 1,
): Query<readonly FingerprintCount[]> {
  const { from, where, values } = yield* db.chains.counted(filter, 'fingerprint');
  const sql = `select c.fingerprint, count(*) as count, ${isResolved}, max(c.at) from ${from} ${where}
    group by c.fingerprint having count(*) >= ?`;
  // Sorting all of them costs half as much again, and there are hardly ever too many.
  let found = yield* rows<CountRow>(`${sql} limit ?`, ...values, minCount, limit + 1);
  if (found.length > limit)
    found = yield* rows<CountRow>(`${sql} order by 2 desc, 1 limit ?`, ...values, minCount, limit);
  return found.map(([fingerprint, count, resolved, lastAt]) => ({ fingerprint, count, resolved, lastAt }));
}

type CountRow = readonly [fingerprint: Key, count: number, resolved: number, lastAt: number | null];

/** How many of a group are. */
export const isResolved = `count(*) filter (where c.state = ${chainStateCodes.encode('resolved')})`;
export const isUnverified = `count(*) filter (where c.state = ${chainStateCodes.encode('unverified')})`;

/** By the index of fingerprints alone: no chain is read. */
export function* seenBefore(db: Dialect, fingerprints: readonly Key[], before: number): Query<readonly SeenBefore[]> {
  const seen = `select 1 from chain c ${db.chains.byFingerprint} where c.fingerprint = w.value and c.at < ?2`;
  const found = yield* all<{ fingerprint: Key; open: number | boolean }>(
    `select w.value as fingerprint, exists (${seen} and ${isOpen}) as open from ${db.list('bigint', '?1')}
      where exists (${seen})`,
    fingerprints,
    before,
  );
  return found.map(({ fingerprint, open }) => ({ fingerprint, wasOpen: Boolean(open) }));
}

export function named(names: readonly (string | null)[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== null).toSorted();
}
