import type { Candidate } from './candidates.ts';
import { column, compared } from './signals.ts';

const columns = compared.map((signal) => ({
  own: column[signal],
  ofBest: column[`${signal}OfBest`],
  rank: column[`${signal}Rank`],
  lead: column[`${signal}Lead`],
}));

/** Ranks after this one say nothing, and need no sorting. */
const maxRanks = 8;
const top: Float32Array[] = [];

/** How each candidate compares with the others of the call: a share says little by itself. */
export function compare(latestFirst: readonly Candidate[]): void {
  for (const { own, ofBest, rank, lead } of columns) {
    top.length = 0;
    for (const { signals } of latestFirst) if (signals[own]! > 0) place(signals, own);
    if (top.length === 0) continue;
    const best = top[0]![own]!;
    const second = top[1]?.[own] ?? 0;
    for (const { signals } of latestFirst) {
      const value = signals[own]!;
      if (value <= 0) continue;
      signals[ofBest] = value / best;
      signals[lead] = value - best;
    }
    top[0]![lead] = best - second;
    for (let at = 0; at < top.length; at++) top[at]![rank] = 1 / (1 + at);
  }
}

/** Keeps `top` sorted; of equals the later step is before. */
function place(signals: Float32Array, own: number): void {
  let at = top.length;
  while (at > 0 && top[at - 1]![own]! < signals[own]!) at--;
  if (at === maxRanks) return;
  if (top.length < maxRanks) top.push(signals);
  for (let to = top.length - 1; to > at; to--) top[to] = top[to - 1]!;
  top[at] = signals;
}
