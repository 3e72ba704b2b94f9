/**
 * How much something of then still counts now, from 1 down to 0. It halves every 90 days: in a quarter dependencies, compilers
 * and people's machines have moved on, but what failed last month will fail again.
 */
export function freshness(at: string | number | null, now: number): number {
  if (at === null) return unknown;
  const time = typeof at === 'number' ? at : Date.parse(at);
  return 2 ** (-Math.max(0, now - time) / halfLife);
}

export const day = 86_400_000;
const halfLife = 90 * day;
/** As if it were two half-lives ago: what nobody dated is rarely new. */
const unknown = 0.25;
