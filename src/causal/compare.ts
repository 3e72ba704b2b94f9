import type { Candidate } from './candidates.ts';
import { column, compared } from './signals.ts';

const columns = compared.map((signal) => ({ own: column[signal], ofBest: column[`${signal}OfBest`] }));

/** Each candidate as a share of the best one: a third of the call's words is much where nothing else has any. */
export function compare(candidates: readonly Candidate[]): void {
  for (const { own, ofBest } of columns) {
    let best = 0;
    for (const { signals } of candidates) best = Math.max(best, signals.get(own));
    if (best > 0) for (const { signals } of candidates) signals.set(ofBest, signals.get(own) / best);
  }
}
