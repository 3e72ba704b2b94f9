import type { Chain } from '../../../model/chain.ts';
import type { ChainRef, Key } from '../../../model/ids.ts';
import { joinSession } from '../../queries/chains/chain-conditions.ts';
import { chainsOf } from '../../queries/chains/chains.ts';
import { isResolved, isUnverified, named } from '../../queries/chains/count-chains.ts';
import { all, rows, type Query } from '../../queries/query.ts';
import { isOpen } from '../../rows/session-numbers.ts';
import { resolvedAt } from '../../rows/chain-record.ts';
import { toTriedChains, triedAttemptColumns, type TriedAttempt, type TriedRecord } from '../../rows/tried-chains.ts';
import type { ChainFilter, ChainGroup, FailureRow, Recurrence, SeenBefore, TriedChain } from '../../store.ts';
import { selection } from './chain-selection.ts';
import { postgresDialect } from '../dialect.ts';

// All fingerprints in one statement: the server groups well, and each statement is a round trip.

export function* chainGroups(fingerprints: readonly Key[], filter: ChainFilter): Query<readonly ChainGroup[]> {
  const { where, values } = selection({ ...filter, failedAs: fingerprints });
  const found = yield* all<GroupRecord>(
    `select c.fingerprint, count(*) as count, count(distinct c.session) as sessions,
            array_agg(distinct s.repo) as repos, array_agg(distinct s.source) as sources,
            ${isResolved} as resolved, ${isUnverified} as unverified, min(c.at) as "firstAt", max(c.at) as "lastAt"
       from chain c ${joinSession} ${where} group by c.fingerprint`,
    ...values,
  );
  return found.map((row) => ({ ...row, repos: named(row.repos), sources: named(row.sources) }));
}

interface GroupRecord extends Omit<ChainGroup, 'repos' | 'sources'> {
  readonly repos: readonly (string | null)[];
  readonly sources: readonly (string | null)[];
}

export function* recurrences(
  fingerprints: readonly Key[],
  filter: ChainFilter,
  since: number,
  before: number,
): Query<readonly Recurrence[]> {
  const { from, where, values } = selection({ ...filter, failedAs: fingerprints });
  return yield* all<Recurrence>(
    `select c.fingerprint, count(*) filter (where c.at >= ?) as since,
            count(*) filter (where c.at >= ? and c.at < ?) as "between", count(*) filter (where c.at < ?) as before
       from ${from} ${where} group by c.fingerprint having count(c.at) > 0`,
    since,
    before,
    since,
    before,
    ...values,
  );
}

export function* seenBefore(fingerprints: readonly Key[], before: number): Query<readonly SeenBefore[]> {
  return yield* all<SeenBefore>(
    `select c.fingerprint, bool_or(${isOpen}) as "wasOpen" from chain c
      where c.fingerprint = any (?::bigint[]) and c.at < ? group by c.fingerprint`,
    fingerprints,
    before,
  );
}

export function* latestChains(fingerprints: readonly Key[], filter: ChainFilter): Query<readonly Chain[]> {
  const { from, where, values } = selection({ ...filter, failedAs: fingerprints });
  const refs = yield* all<ChainRef>(
    `select distinct on (c.fingerprint) c.tree, c.chain from ${from} ${where}
      order by c.fingerprint, c.at desc nulls last, c.chain`,
    ...values,
  );
  return yield* chainsOf(postgresDialect, refs);
}

export function* triedChains(
  fingerprints: readonly Key[],
  filter: ChainFilter,
  limit: number,
): Query<readonly TriedChain[]> {
  const { from, where, values } = selection({ ...filter, failedAs: fingerprints });
  const found = yield* rows<TriedRecord>(
    `select tree, chain, fingerprint, session, message, action, marks, at, resolved_at, verified_by from (
       select c.tree, c.chain, c.fingerprint, c.session, c.message, c.action, c.marks, c.at, ${resolvedAt} as resolved_at, c.verified_by,
              row_number() over (partition by c.fingerprint order by c.at desc nulls last, c.chain) as place
         from ${from} ${where}) c where place <= ? order by fingerprint, place`,
    ...values,
    limit,
  );
  const { table, column, values: keys } = postgresDialect.tuples(2);
  const attempts = yield* rows<TriedAttempt>(
    `select ${triedAttemptColumns} from ${table} join attempt a on a.tree = ${column(0)} and a.chain = ${column(1)}`,
    ...keys(found.map(([tree, chain]) => [tree, chain])),
  );
  return toTriedChains(found, attempts);
}

export function* failureTexts(
  fingerprints: readonly Key[],
): Query<readonly Pick<FailureRow, 'fingerprint' | 'text'>[]> {
  return yield* all(
    'select fingerprint, min(text) as text from failure where fingerprint = any (?::bigint[]) group by fingerprint',
    fingerprints,
  );
}

/** The same in every tree; one of them has the vector, and the first that got one has the type. */
export function* failures(): Query<readonly FailureRow[]> {
  return yield* all(`${selectFailures} group by fingerprint`);
}

/** What all trees together know of a fingerprint. */
export const selectFailures = `select fingerprint, min(text) as text,
  coalesce((array_agg(type order by typed) filter (where type <> ''))[1], '') as type,
  (array_agg(vector) filter (where vector is not null))[1] as vector from failure`;
