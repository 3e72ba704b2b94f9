import type { Chain } from '../model/chain.ts';
import { keyOf, type ChainId } from '../model/ids.ts';
import type { ChainFilter, StoreReader } from '../store/store.ts';

export interface UnresolvedAnswer {
  /** Newest first. */
  readonly unresolved: readonly Unresolved[];
  readonly total: number;
  readonly truncated: boolean;
  readonly next: number | null;
}

/** A failure that nothing is known to have helped, or that was given up. */
export interface Unresolved {
  readonly chain: Chain;
  /** The same failure was resolved at another time or place; null when it never was. */
  readonly solved_elsewhere: SolvedElsewhere | null;
}

export interface SolvedElsewhere {
  readonly times: number;
  /** The newest of them. */
  readonly chain: ChainId;
}

export interface UnresolvedOptions extends Omit<ChainFilter, 'states' | 'fingerprints' | 'failedAs' | 'oldestFirst'> {
  readonly limit?: number;
  readonly after?: number;
}

/** What needs a look: failures that are open, or that somebody gave up, with what was tried. */
export async function unresolved(read: StoreReader, { limit = 20, after = 0, kinds = ['real'], ...rest }: UnresolvedOptions): Promise<UnresolvedAnswer> {
  const { chains, total } = await read.chains({ ...rest, kinds, states: ['open', 'failed'] }, { limit, offset: after });
  const solved = await solvedElsewhere(read, new Set(chains.map(({ error }) => error.fingerprint)), rest.workspace);
  const end = after + chains.length;
  return {
    unresolved: chains.map((chain) => ({ chain, solved_elsewhere: solved.get(chain.error.fingerprint) ?? null })),
    total,
    truncated: end < total,
    next: end < total ? end : null,
  };
}

async function solvedElsewhere(read: StoreReader, fingerprints: ReadonlySet<string>, workspace: string | undefined): Promise<ReadonlyMap<string, SolvedElsewhere>> {
  const filter: ChainFilter = { states: ['resolved'], ...(workspace === undefined ? {} : { workspace }) };
  const { groups } = await read.chainGroups('fingerprint', { ...filter, failedAs: [...fingerprints].map(keyOf) }, { limit: fingerprints.size, offset: 0 });
  const found = new Map<string, SolvedElsewhere>();
  for (const { name, count } of groups) {
    const { chains: [newest] } = await read.chains({ ...filter, failedAs: [keyOf(name)] }, { limit: 1, offset: 0 });
    if (newest) found.set(name, { times: count, chain: newest.id });
  }
  return found;
}
