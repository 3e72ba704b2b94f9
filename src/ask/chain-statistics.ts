import type { ChainFilter, StoreReader } from '../store/store.ts';

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
  const kinds = ['real'] as const;
  const count = async (filter: ChainFilter = {}): Promise<number> => (await read.chains({ kinds, ...filter }, { limit: 0, offset: 0 })).total;
  const { groups, total: types } = await read.chainGroups('type', { kinds }, { limit: mostTypes, offset: 0 });
  return {
    total: await count(),
    total_resolved: await count({ states: ['resolved'] }),
    total_unverified: await count({ states: ['unverified'] }),
    total_unresolved: await count({ states: ['open', 'failed'] }),
    error_types: groups.map(({ name, count: times, resolved, lastAt }) => ({ type: name, count: times, resolved, last_at: lastAt === null ? null : new Date(lastAt).toISOString() })),
    truncated: types > groups.length,
  };
}

const mostTypes = 100;
