import type { Chain } from '../../model/chain.ts';
import { keyOf } from '../../model/ids.ts';
import type { ChainFilter, Page } from '../../store/store.ts';

/** Of a store, whole or in a hurry. */
export interface Chains {
  chains(filter: ChainFilter, page: Page): Promise<{ readonly chains: readonly Chain[] }>;
}

/** The latest say enough, and an error that everybody meets has thousands. */
const most = 40;
const anHour = 60 * 60 * 1000;

/** Failures with the same fingerprint of which it is known by now how they went on, oldest first. */
export async function pastOf(read: Chains, fingerprint: string, now: number): Promise<readonly Chain[]> {
  const { chains } = await read.chains({ fingerprints: [keyOf(fingerprint)], kinds: ['real'] }, { limit: most, offset: 0 });
  return chains.filter((chain) => chain.error.fingerprint === fingerprint && knownFrom(chain) < now).toReversed();
}

/** One that is still being worked on, as this one is, says neither yes nor no. */
function knownFrom({ error, resolved_at: resolvedAt }: Chain): number {
  if (resolvedAt !== null) return Date.parse(resolvedAt);
  return error.at === null ? 0 : Date.parse(error.at) + anHour;
}
