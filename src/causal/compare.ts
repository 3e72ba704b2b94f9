import type { Candidate } from './candidates.ts';
import type { SignalRow } from './signal-row.ts';
import { column, compared } from './signals.ts';

const columns = compared.map((signal) => ({
  own: column[signal],
  ofBest: column[`${signal}OfBest`],
  rank: column[`${signal}Rank`],
  lead: column[`${signal}Lead`],
}));

/** Ranks after this one say nothing, and need no sorting. */
const maxRanks = 8;
const top: SignalRow[] = [];
/** Those that have the signal at all. */
const having: SignalRow[] = [];

/** How each candidate compares with the others of the call: a share says little by itself. */
export function compare(latestFirst: readonly Candidate[]): void {
  for (const { own, ofBest, rank, lead } of columns) {
    let count = 0;
    for (const { signals } of latestFirst) if (signals.get(own) > 0) having[count++] = signals;
    if (count === 0) continue;
    const ranks = sortTop(own, count);
    const best = top[0]!.get(own);
    const second = ranks > 1 ? top[1]!.get(own) : 0;
    for (let at = 0; at < count; at++) {
      const signals = having[at]!;
      const value = signals.get(own);
      signals.set(ofBest, value / best);
      signals.set(lead, value - best);
    }
    top[0]!.set(lead, best - second);
    for (let at = 0; at < ranks; at++) top[at]!.set(rank, 1 / (1 + at));
  }
}

/** Puts the best into `top` and returns how many; of equals the later step is before. */
function sortTop(own: number, count: number): number {
  let ranks = 0;
  for (let each = 0; each < count; each++) {
    const value = having[each]!.get(own);
    let at = ranks;
    while (at > 0 && top[at - 1]!.get(own) < value) at--;
    if (at === maxRanks) continue;
    if (ranks < maxRanks) ranks++;
    for (let to = ranks - 1; to > at; to--) top[to] = top[to - 1]!;
    top[at] = having[each]!;
  }
  return ranks;
}
