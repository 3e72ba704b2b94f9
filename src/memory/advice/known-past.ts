import type { Chain } from '../../model/chain.ts';

/** The latest are enough, and a common error has thousands. */
export const maxPast = 40;
const anHour = 60 * 60 * 1000;

/**
 * The latest failures, oldest first, whose outcome was known at that time. One that is still being worked on counts
 * neither way.
 */
export function knownPast(chains: readonly Chain[], now: number): readonly Chain[] {
  return chains.filter((chain) => knownFrom(chain) < now).slice(-maxPast);
}

function knownFrom({ error, resolved_at: resolvedAt }: Chain): number {
  if (resolvedAt !== null) return Date.parse(resolvedAt);
  return error.at === null ? 0 : Date.parse(error.at) + anHour;
}
