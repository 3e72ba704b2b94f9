import type { Chain } from '../../model/chain.ts';
import { keyOf, type ChainId } from '../../model/ids.ts';
import type { ChainFilter, StoreReader } from '../../store/store.ts';

export interface UnresolvedAnswer {
  /** Newest first. */
  readonly unresolved: readonly Unresolved[];
  readonly total: number;
  readonly truncated: boolean;
  readonly next: number | null;
}

/** A failure that is open or was given up. */
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
export async function unresolved(
  read: StoreReader,
  { limit = 50, after = 0, kinds = ['real'], ...rest }: UnresolvedOptions,
): Promise<UnresolvedAnswer> {
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

async function solvedElsewhere(
  read: StoreReader,
  fingerprints: ReadonlySet<string>,
  workspace: string | undefined,
): Promise<ReadonlyMap<string, SolvedElsewhere>> {
  const filter: ChainFilter = { states: ['resolved'], ...(workspace === undefined ? {} : { workspace }) };
  const keys = [...fingerprints].map(keyOf);
  const counts = await read.fingerprintCounts({ ...filter, failedAs: keys }, keys.length);
  const times = new Map(counts.map(({ fingerprint, count }) => [fingerprint, count]));
  const latest = await read.latestChains([...times.keys()], filter);
  return new Map(
    latest.map(({ id, error }) => [error.fingerprint, { times: times.get(keyOf(error.fingerprint))!, chain: id }]),
  );
}
