import { knownPast, maxPast } from '../../memory/advice/known-past.ts';
import type { Chain } from '../../model/chain.ts';
import { keyOf } from '../../model/ids.ts';
import type { ChainFilter, Pagination } from '../../store/store.ts';

/** The part of a store that advice needs. */
export interface Chains {
  chains(filter: ChainFilter, page: Pagination): Promise<{ readonly chains: readonly Chain[] }>;
}

/** Failures with the same fingerprint whose outcome is known, oldest first. */
export async function pastOf(read: Chains, fingerprint: string, now: number): Promise<readonly Chain[]> {
  const { chains } = await read.chains(
    { fingerprints: [keyOf(fingerprint)], kinds: ['real'] },
    { limit: maxPast, offset: 0 },
  );
  return knownPast(chains.filter(({ error }) => error.fingerprint === fingerprint).toReversed(), now);
}

/** The latest solved failure of the same action; the difference is what was done then. */
export function lastSolved(past: readonly Chain[], marks: readonly string[]): Chain | undefined {
  return past.findLast(({ resolved, error }) => resolved && error.marks.some((mark) => marks.includes(mark)));
}
