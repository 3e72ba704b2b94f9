import type { Chain } from '../../model/chain.ts';

/** The latest say enough, and an error that everybody meets has thousands. */
export const maxPast = 40;
const anHour = 60 * 60 * 1000;

/**
 * Of failures, oldest first, those of which it was known by then how they went on; the latest of them. One that is
 * still being worked on says neither yes nor no.
 */
export function knownPast(chains: readonly Chain[], now: number): readonly Chain[] {
  return chains.filter((chain) => knownFrom(chain) < now).slice(-maxPast);
}

function knownFrom({ error, resolved_at: resolvedAt }: Chain): number {
  if (resolvedAt !== null) return Date.parse(resolvedAt);
  return error.at === null ? 0 : Date.parse(error.at) + anHour;
}
