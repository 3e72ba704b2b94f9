import { run, type Query } from '../query.ts';
import type { Key } from '../../../model/ids.ts';
import type { Dialect } from '../dialect.ts';
import { chainBasisCodes } from '../../rows/codes.ts';
import { dropChains } from '../chains/put-chains.ts';

/**
 * Keeps the archive, manual entries and the user's decisions (forgotten sessions); everything else is derived again.
 * What was derived from evicted bytes cannot be, and stays; so does everything in the trees `kept`.
 */
export function* dropDerived(db: Dialect, kept: readonly Key[] = []): Query<void> {
  const keptTrees = `tree in (${kept.length === 0 ? '-1' : kept.map(Number).join(', ')})`;
  yield* dropChains(
    `basis = ? and said is null and coalesce(session, '') not in (select uid from session where evicted_at is not null) and not (${keptTrees})`,
    chainBasisCodes.encode('mined')!,
  );
  yield* db.chains.dropUnusedFailures();
  const isFrozen = `${keptTrees} or (tree, session) in (select tree, session from session where evicted_at is not null)`;
  yield* db.dropAllSearchText(isFrozen);
  const frozenUids = '(select uid from session where evicted_at is not null)';
  const keptFiles = `${keptTrees} or (tree, file) in (select tree, file from file where evicted = 1)`;
  for (const table of ['event', 'usage', 'response', 'digest', 'edge'])
    yield* run(`delete from ${table} where not (${isFrozen})`);
  yield* run(
    `delete from invocation where told = 0 and coalesce(session, '') not in ${frozenUids} and not (${keptTrees})`,
  );
  yield* run(`delete from worked where session not in ${frozenUids} and not (${keptTrees})`);
  yield* run(`delete from link where child not in ${frozenUids} and not (${keptTrees})`);
  for (const table of ['issue', 'unknown_kind']) yield* run(`delete from ${table} where not (${keptFiles})`);
  yield* run(`delete from session where evicted_at is null and not (${keptTrees})`);
  yield* run(
    `update piece set lines = '' where (tree, file) in (select tree, file from file where role <> 'side' and evicted = 0) and not (${keptTrees})`,
  );
  // No file has this size, so an ingest before the end of the rebuild reads it again.
  yield* run(
    `update file set "offset" = 0, mapped = 0, state = 0, copy = 0, raw = 0, issue = 0, torn = 0, reader = null, size = -1 where role <> 'side' and evicted = 0 and not (${keptTrees})`,
  );
}
