import type { Key } from '../../model/ids.ts';
import { chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import type { ChainCount, ChainFilter, ChainGroup, FingerprintCount, Recurrence } from '../store.ts';
import { asked, counted, ofFingerprints } from './chain-conditions.ts';
import type { Sql } from './sql.ts';

export async function countChains(sql: Sql, filter: ChainFilter): Promise<number> {
  const { from, where, values } = counted(filter);
  return (await sql.get<{ total: number }>(`select count(*) as total from ${from} ${where}`, ...values))!.total;
}

export async function chainCounts(sql: Sql, filter: ChainFilter): Promise<readonly ChainCount[]> {
  const { from, where, values } = counted(filter);
  const rows = await sql.all<{ kind: number; state: number; type: string; count: number; lastAt: number | null }>(
    `select c.kind, c.state, c.type, count(*) as count, max(c.at) as "lastAt" from ${from} ${where} group by c.type, c.kind, c.state`,
    ...values,
  );
  return rows.map(({ kind, state, ...row }) => ({
    ...row,
    kind: errorKindCodes.decode(kind)!,
    state: chainStateCodes.decode(state)!,
  }));
}

export async function fingerprintCounts(
  sql: Sql,
  filter: ChainFilter,
  limit: number,
  least = 1,
): Promise<readonly FingerprintCount[]> {
  const { from, where, values } = counted(filter);
  return await sql.all<FingerprintCount>(
    `select c.fingerprint, count(*) as count, count(*) filter (where c.state = ${resolved}) as resolved, max(c.at) as "lastAt"
       from ${from} ${where} group by c.fingerprint having count(*) >= ? order by count desc, c.fingerprint limit ?`,
    ...values,
    least,
    limit,
  );
}

export async function chainGroups(
  sql: Sql,
  fingerprints: readonly Key[],
  filter: ChainFilter,
): Promise<readonly ChainGroup[]> {
  const { where, values } = asked({ ...filter, failedAs: fingerprints });
  const rows = await sql.all<GroupRecord>(
    `select c.fingerprint, count(*) as count, count(distinct c.session) as sessions, array_agg(distinct s.repo) as repos, array_agg(distinct s.source) as sources,
            count(*) filter (where c.state = ${resolved}) as resolved, count(*) filter (where c.state = ${unverified}) as unverified, min(c.at) as "firstAt", max(c.at) as "lastAt"
       from chain c left join session s on s.uid = c.session ${where} group by c.fingerprint`,
    ...values,
  );
  return rows.map((row) => ({ ...row, repos: named(row.repos), sources: named(row.sources) }));
}

export async function recurrences(
  sql: Sql,
  fingerprints: readonly Key[],
  filter: ChainFilter,
  since: number,
  before: number,
): Promise<readonly Recurrence[]> {
  const { from, where, values } = ofFingerprints(filter, fingerprints);
  return await sql.all<Recurrence>(
    `select c.fingerprint, count(*) filter (where c.at >= ?) as since, count(*) filter (where c.at >= ? and c.at < ?) as "between", count(*) filter (where c.at < ?) as before
       from ${from} ${where} group by c.fingerprint having count(c.at) > 0`,
    since,
    before,
    since,
    before,
    ...values,
  );
}

const resolved = chainStateCodes.encode('resolved');
const unverified = chainStateCodes.encode('unverified');

interface GroupRecord extends Omit<ChainGroup, 'repos' | 'sources'> {
  readonly repos: readonly (string | null)[];
  readonly sources: readonly (string | null)[];
}

function named(names: readonly (string | null)[]): readonly string[] {
  return names.filter((name) => name !== null).toSorted();
}
