import type { ChainState } from '../../model/words.ts';
import type { ChainCount, StoreReader } from '../../store/store.ts';

export interface ChainStatistics {
  /** Real failures; answers, refusals and what was only called off are not counted. */
  readonly total: number;
  readonly total_resolved: number;
  /** Something was done, and nobody looked again. */
  readonly total_unverified: number;
  /** Open, or given up and in need of review. */
  readonly total_unresolved: number;
  /** Most frequent first, a hundred of them. */
  readonly error_types: readonly ErrorTypeCount[];
  readonly truncated: boolean;
}

export interface ErrorTypeCount {
  readonly type: string;
  readonly count: number;
  readonly resolved: number;
  readonly last_at: string | null;
}

/** How many failures there are, of which types, and how many of them are not over. */
export async function chainStatistics(read: StoreReader): Promise<ChainStatistics> {
  const counts = await read.chainCounts({ kinds: ['real'] });
  const sumOf = (some: readonly ChainCount[], ...states: readonly ChainState[]): number =>
    some.reduce((sum, { state, count }) => (states.length === 0 || states.includes(state) ? sum + count : sum), 0);
  const types = [...Map.groupBy(counts, ({ type }) => type)]
    .map(([type, same]) => ({ type, count: sumOf(same), resolved: sumOf(same, 'resolved'), last_at: latestOf(same) }))
    .toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
  return {
    total: sumOf(counts),
    total_resolved: sumOf(counts, 'resolved'),
    total_unverified: sumOf(counts, 'unverified'),
    total_unresolved: sumOf(counts, 'open', 'failed'),
    error_types: types.slice(0, mostTypes),
    truncated: types.length > mostTypes,
  };
}

function latestOf(counts: readonly ChainCount[]): string | null {
  const times = counts.map(({ lastAt }) => lastAt).filter((at) => at !== null);
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

const mostTypes = 100;
