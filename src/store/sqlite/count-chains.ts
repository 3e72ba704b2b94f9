import type { Key } from '../../model/ids.ts';
import { chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import type { ChainCount, ChainFilter, ChainGroup, FingerprintCount, Recurrence } from '../store.ts';
import { counted, ofFingerprint } from './chain-conditions.ts';
import type { Connection } from './connection.ts';

export function countChains(connection: Connection, filter: ChainFilter): number {
  const { from, where, values } = counted(connection, filter, 'chain_by_type');
  return connection.get<{ total: number }>(`select count(*) as total from ${from} ${where}`, ...values)!.total;
}

export function chainCounts(connection: Connection, filter: ChainFilter): readonly ChainCount[] {
  const { from, where, values } = counted(connection, filter, 'chain_by_type');
  return connection
    .all<{ kind: number; state: number; type: string; count: number; lastAt: number | null }>(
      `select c.kind, c.state, c.type, count(*) as count, max(c.at) as lastAt from ${from} ${where} group by c.type, c.kind, c.state`,
      ...values,
    )
    .map(({ kind, state, ...row }) => ({
      ...row,
      kind: errorKindCodes.decode(kind)!,
      state: chainStateCodes.decode(state)!,
    }));
}

export function fingerprintCounts(
  connection: Connection,
  filter: ChainFilter,
  limit: number,
  least = 1,
): readonly FingerprintCount[] {
  const { from, where, values } = counted(connection, filter, 'chain_by_fingerprint');
  const sql = `select c.fingerprint, count(*) as count, sum(c.state = ${resolved}) as resolved, max(c.at) from ${from} ${where} group by c.fingerprint having count(*) >= ?`;
  // To sort them all costs half as much again, and there are hardly ever too many.
  let rows = connection.rows(`${sql} limit ?`, ...values, least, limit + 1);
  if (rows.length > limit)
    rows = connection.rows(`${sql} order by count desc, c.fingerprint limit ?`, ...values, least, limit);
  return (rows as readonly [Key, number, number, number | null][]).map(([fingerprint, count, solved, lastAt]) => ({
    fingerprint,
    count,
    resolved: solved,
    lastAt,
  }));
}

/** One by one: together they would have to be sorted first. */
export function chainGroups(
  connection: Connection,
  fingerprints: readonly Key[],
  filter: ChainFilter,
): readonly ChainGroup[] {
  return each(fingerprints, (fingerprint) => {
    const { from, where, values } = ofFingerprint(filter, fingerprint, { bySession: true });
    const row = connection.get<Omit<ChainGroup, 'fingerprint' | 'repos' | 'sources'>>(
      `select coalesce(sum(count), 0) as count, count(session) as sessions, sum(resolved) as resolved, sum(unverified) as unverified, min(firstAt) as firstAt, max(lastAt) as lastAt
         from (select c.session, count(*) as count, sum(c.state = ${resolved}) as resolved, sum(c.state = ${unverified}) as unverified, min(c.at) as firstAt, max(c.at) as lastAt
                 from ${from} ${where} group by c.session)`,
      ...values,
    )!;
    if (row.count === 0) return undefined;
    const places = connection.all<{ repo: string | null; source: string }>(
      `select distinct s.repo, s.source from (select distinct c.session from ${from} ${where}) c cross join session s on s.uid = c.session`,
      ...values,
    );
    return {
      ...row,
      fingerprint,
      repos: named(places.map(({ repo }) => repo)),
      sources: named(places.map(({ source }) => source)),
    };
  });
}

export function recurrences(
  connection: Connection,
  fingerprints: readonly Key[],
  filter: ChainFilter,
  since: number,
  before: number,
): readonly Recurrence[] {
  return each(fingerprints, (fingerprint) => {
    const { from, where, values } = ofFingerprint(filter, fingerprint);
    const row = connection.get<Omit<Recurrence, 'fingerprint'>>(
      `select coalesce(sum(c.at >= ?), 0) as since, coalesce(sum(c.at >= ? and c.at < ?), 0) as "between", coalesce(sum(c.at < ?), 0) as before from ${from} ${where}`,
      since,
      before,
      since,
      before,
      ...values,
    )!;
    return row.since + row.between + row.before === 0 ? undefined : { ...row, fingerprint };
  });
}

function each<Answer>(fingerprints: readonly Key[], ask: (fingerprint: Key) => Answer | undefined): readonly Answer[] {
  return [...new Set(fingerprints)].map(ask).filter((answer) => answer !== undefined);
}

const resolved = chainStateCodes.encode('resolved');
const unverified = chainStateCodes.encode('unverified');

function named(names: readonly (string | null)[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== null).toSorted();
}
