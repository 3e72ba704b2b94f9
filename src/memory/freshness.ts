/**
 * How much an old fact still counts, from 1 down to 0. It halves every 180 days: compilers, frameworks and agents
 * release a major version about twice a year, and what held for the last one may not hold for this.
 */
export function freshness(at: string | number | null, now: number): number {
  if (at === null) return unknown;
  const time = typeof at === 'number' ? at : Date.parse(at);
  return 2 ** (-Math.max(0, now - time) / halfLife);
}

export const day = 86_400_000;
const halfLife = 180 * day;
/** As if it were a year old: what has no date is rarely new. */
const unknown = 0.25;
