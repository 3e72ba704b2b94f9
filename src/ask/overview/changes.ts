import { keyOf } from '../../model/ids.ts';
import type { ChainFilter, FingerprintCount, StoreReader } from '../../store/store.ts';
import type { ChangedPattern, OverviewChanges } from './answer.ts';
import type { Stretches } from './stretches.ts';

/**
 * What fails since these days, and what no longer does. Whether it was seen before is asked of all there is: what
 * came from another repository is not new.
 */
export async function changesIn(
  read: StoreReader,
  asked: Pick<ChainFilter, 'source' | 'repo' | 'workspace'>,
  { since, until }: Pick<Stretches, 'since' | 'until'>,
): Promise<OverviewChanges> {
  const filter: ChainFilter = { ...asked, kinds: ['real'], since, until };
  const counts = (await read.fingerprintCounts(filter, mostLookedAt)).toSorted(
    (a, b) => b.count - a.count || a.fingerprint - b.fingerprint,
  );
  const before = new Map(
    (
      await read.seenBefore(
        counts.map(({ fingerprint }) => fingerprint),
        since,
      )
    ).map(({ fingerprint, wasOpen }) => [fingerprint, wasOpen]),
  );
  const isNew = ({ fingerprint, count, resolved }: FingerprintCount): boolean =>
    resolved < count && !before.has(fingerprint);
  const isSolved = ({ fingerprint, count, resolved }: FingerprintCount): boolean =>
    resolved === count && before.get(fingerprint) === true;
  return {
    new_patterns: await describe(read, filter, counts.filter(isNew)),
    solved_patterns: await describe(read, filter, counts.filter(isSolved)),
  };
}

/** The most frequent of these days; the others came once or twice. */
const mostLookedAt = 2_000;
const maxPatterns = 10;

/** With what was said last. */
async function describe(
  read: StoreReader,
  filter: ChainFilter,
  counts: readonly FingerprintCount[],
): Promise<readonly ChangedPattern[]> {
  const few = counts.slice(0, maxPatterns);
  const latest = new Map(
    (
      await read.latestChains(
        few.map(({ fingerprint }) => fingerprint),
        filter,
      )
    ).map(({ error }) => [keyOf(error.fingerprint), error]),
  );
  return few.flatMap(({ fingerprint, count }) => {
    const error = latest.get(fingerprint);
    return error ? [{ fingerprint: error.fingerprint, message: error.message, count }] : [];
  });
}
