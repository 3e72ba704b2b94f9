import type { Chain } from '../../../model/chain.ts';
import type { ChainRef, Key } from '../../../model/ids.ts';
import { chainsOf } from '../../queries/chains/chains.ts';
import { isResolved, isUnverified, named } from '../../queries/chains/count-chains.ts';
import { all, get, rows, type Query } from '../../queries/query.ts';
import { resolvedAt } from '../../rows/chain-record.ts';
import { toTriedChains, triedAttemptColumns, type TriedAttempt, type TriedRecord } from '../../rows/tried-chains.ts';
import type { ChainFilter, ChainGroup, FailureRow, Recurrence, TriedChain } from '../../store.ts';
import { chainsOfFingerprint } from './chain-selection.ts';
import { sqliteDialect } from '../dialect.ts';

// One fingerprint after another: an index has each in the order of time or of sessions, so that nothing is sorted and
// no more is read than needed.

export function* chainGroups(fingerprints: readonly Key[], filter: ChainFilter): Query<readonly ChainGroup[]> {
  const groups: ChainGroup[] = [];
  for (const fingerprint of new Set(fingerprints)) {
    const { from, where, values } = chainsOfFingerprint(filter, fingerprint, { bySession: true });
    const row = (yield* get<Omit<ChainGroup, 'fingerprint' | 'repos' | 'sources'>>(
      `select coalesce(sum(count), 0) as count, count(session) as sessions, sum(resolved) as resolved,
              sum(unverified) as unverified, min(firstAt) as firstAt, max(lastAt) as lastAt
         from (select c.session, count(*) as count, ${isResolved} as resolved, ${isUnverified} as unverified,
                      min(c.at) as firstAt, max(c.at) as lastAt
                 from ${from} ${where} group by c.session)`,
      ...values,
    ))!;
    if (row.count === 0) continue;
    const places = yield* all<{ repo: string | null; source: string }>(
      `select distinct s.repo, s.source from (select distinct c.session from ${from} ${where}) c
         cross join session s on s.uid = c.session`,
      ...values,
    );
    groups.push({
      ...row,
      fingerprint,
      repos: named(places.map(({ repo }) => repo)),
      sources: named(places.map(({ source }) => source)),
    });
  }
  return groups;
}

export function* recurrences(
  fingerprints: readonly Key[],
  filter: ChainFilter,
  since: number,
  before: number,
): Query<readonly Recurrence[]> {
  const found: Recurrence[] = [];
  for (const fingerprint of new Set(fingerprints)) {
    const { from, where, values } = chainsOfFingerprint(filter, fingerprint);
    const row = (yield* get<Omit<Recurrence, 'fingerprint'>>(
      `select coalesce(sum(c.at >= ?), 0) as since, coalesce(sum(c.at >= ? and c.at < ?), 0) as "between",
              coalesce(sum(c.at < ?), 0) as before from ${from} ${where}`,
      since,
      before,
      since,
      before,
      ...values,
    ))!;
    if (row.since + row.between + row.before > 0) found.push({ ...row, fingerprint });
  }
  return found;
}

export function* latestChains(fingerprints: readonly Key[], filter: ChainFilter): Query<readonly Chain[]> {
  const refs: ChainRef[] = [];
  for (const fingerprint of new Set(fingerprints)) {
    const { from, where, values } = chainsOfFingerprint(filter, fingerprint);
    const ref = yield* get<ChainRef>(
      `select c.tree, c.chain from ${from} ${where} order by c.at desc, c.chain limit 1`,
      ...values,
    );
    if (ref !== undefined) refs.push(ref);
  }
  return yield* chainsOf(sqliteDialect, refs);
}

export function* triedChains(
  fingerprints: readonly Key[],
  filter: ChainFilter,
  limit: number,
): Query<readonly TriedChain[]> {
  const tried: TriedChain[] = [];
  for (const fingerprint of new Set(fingerprints)) {
    const { from, where, values } = chainsOfFingerprint(filter, fingerprint);
    const latest = `from ${from} ${where} order by c.at desc, c.chain limit ?`;
    const found = yield* rows<TriedRecord>(
      `select c.tree, c.chain, c.fingerprint, c.session, c.message, c.action, c.marks, c.at, ${resolvedAt}, c.verified_by ${latest}`,
      ...values,
      limit,
    );
    const attempts = yield* rows<TriedAttempt>(
      `select ${triedAttemptColumns} from (select c.tree, c.chain ${latest}) c
         cross join attempt a on a.tree = c.tree and a.chain = c.chain`,
      ...values,
      limit,
    );
    tried.push(...toTriedChains(found, attempts));
  }
  return tried;
}

export function* failureTexts(
  fingerprints: readonly Key[],
): Query<readonly Pick<FailureRow, 'fingerprint' | 'text'>[]> {
  return yield* all(
    'select f.fingerprint, f.text from json_each(?) w cross join failure f on f.fingerprint = w.value',
    fingerprints,
  );
}

export function* failures(): Query<readonly FailureRow[]> {
  const found = yield* all<FailureRow>('select fingerprint, text, type, vector from failure');
  return found.map((row) => ({ ...row }));
}
