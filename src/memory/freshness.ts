/**
 * How much something of then still counts now, from 1 down to 0. It halves every 180 days: compilers, frameworks and
 * agents bring out a large version about twice a year, and what held for the last one may not for this.
 */
export function freshness(at: string | number | null, now: number): number {
  if (at === null) return unknown;
  const time = typeof at === 'number' ? at : Date.parse(at);
  return 2 ** (-Math.max(0, now - time) / halfLife);
}

export const day = 86_400_000;
const halfLife = 180 * day;
/** As if it were a year ago: what nobody dated is rarely new. */
const unknown = 0.25;
