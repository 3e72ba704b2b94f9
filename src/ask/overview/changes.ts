import { keyOf } from '../../model/ids.ts';
import type { ChainFilter, ChainGroup, StoreReader } from '../../store/store.ts';
import type { ChangedPattern, OverviewChanges } from './answer.ts';
import type { Stretches } from './stretches.ts';

/** What fails since these days, and what no longer does. */
export async function changesIn(read: StoreReader, asked: Pick<ChainFilter, 'source' | 'repo' | 'workspace'>, { since, until }: Pick<Stretches, 'since' | 'until'>): Promise<OverviewChanges> {
  const filter: ChainFilter = { ...asked, kinds: ['real'] };
  const { groups } = await read.chainGroups('fingerprint', { ...filter, since, until }, { limit: mostLookedAt, offset: 0 });
  const before = new Map<string, ChainGroup>();
  if (groups.length > 0) {
    const failedAs = groups.map(({ name }) => keyOf(name));
    for (const group of (await read.chainGroups('fingerprint', { ...filter, until: since - 1, failedAs }, { limit: failedAs.length, offset: 0 })).groups) before.set(group.name, group);
  }
  const isNew = ({ name, count, resolved }: ChainGroup): boolean => !before.has(name) && resolved < count;
  const isSolved = ({ name, count, resolved }: ChainGroup): boolean => resolved === count && openIn(before.get(name)) > 0;
  return {
    new_patterns: await told(read, filter, groups.filter(isNew), until),
    solved_patterns: await told(read, filter, groups.filter(isSolved), until),
  };
}

/** The most frequent of these days; the others came once or twice. */
const mostLookedAt = 500;
const mostTold = 10;

function openIn(group: ChainGroup | undefined): number {
  return group === undefined ? 0 : group.count - group.resolved;
}

/** With what was said last. */
async function told(read: StoreReader, filter: ChainFilter, groups: readonly ChainGroup[], until: number): Promise<readonly ChangedPattern[]> {
  const all: ChangedPattern[] = [];
  for (const { name, count } of groups.slice(0, mostTold)) {
    const { chains: [newest] } = await read.chains({ ...filter, until, failedAs: [keyOf(name)] }, { limit: 1, offset: 0 });
    if (newest) all.push({ fingerprint: name, message: newest.error.message, count });
  }
  return all;
}
