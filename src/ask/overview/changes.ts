import { keyOf } from '../../model/ids.ts';
import type { ChainFilter, ChainGroup, StoreReader } from '../../store/store.ts';
import type { ChangedPattern, OverviewChanges } from './answer.ts';
import type { Stretches } from './stretches.ts';

/** What fails since these days, and what no longer does. Whether it was seen before is asked of all there is: what came from another repository is not new. */
export async function changesIn(read: StoreReader, asked: Pick<ChainFilter, 'source' | 'repo' | 'workspace'>, { since, until }: Pick<Stretches, 'since' | 'until'>): Promise<OverviewChanges> {
  const filter: ChainFilter = { ...asked, kinds: ['real'], since, until };
  const { groups } = await read.chainGroups('fingerprint', filter, { limit: mostLookedAt, offset: 0 });
  const keys = groups.map(({ name }) => keyOf(name));
  const before = new Map((await read.seenBefore(keys, since)).map(({ fingerprint, wasOpen }) => [fingerprint, wasOpen]));
  const isNew = ({ count, resolved }: ChainGroup, at: number): boolean => resolved < count && !before.has(keys[at]!);
  const isSolved = ({ count, resolved }: ChainGroup, at: number): boolean => resolved === count && before.get(keys[at]!) === true;
  return { new_patterns: await told(read, filter, groups.filter(isNew)), solved_patterns: await told(read, filter, groups.filter(isSolved)) };
}

/** The most frequent of these days; the others came once or twice. */
const mostLookedAt = 2_000;
const mostTold = 10;

/** With what was said last. */
async function told(read: StoreReader, filter: ChainFilter, groups: readonly ChainGroup[]): Promise<readonly ChangedPattern[]> {
  const all: ChangedPattern[] = [];
  for (const { name, count } of groups.slice(0, mostTold)) {
    const { chains: [newest] } = await read.chains({ ...filter, failedAs: [keyOf(name)] }, { limit: 1, offset: 0 });
    if (newest) all.push({ fingerprint: name, message: newest.error.message, count });
  }
  return all;
}
