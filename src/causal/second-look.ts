import type { Candidate } from './candidates.ts';
import type { Term } from './rules/terms.ts';
import { placeCount, placeOf } from './history/horizon.ts';
import { signalNames, weighed, type Weighed } from './signals.ts';

/** A candidate less likely than this at first sight never becomes a cause. */
const minOdds = oddsOf(0.05);
const maxLooked = 12;

/** What can be said of a candidate only beside the others, once each has been weighed by itself. */
const relative = [
  'odds',
  'rank',
  /** Sums of the probabilities of all others, and of the better ones. */
  'others',
  'better',
  'lead',
  'best',
  'second',
  'candidates',
  /** The share of the call's words that it explains and no better one does: of all, and of its own. */
  'adds',
  'addsOfOwn',
  'addsMany',
  /** The share of them that was left for it. */
  'left',
  /** The probability that none of the better ones is a cause. */
  'noneBetter',
  'distance',
] as const;

/** Columns of a row for the trees: the signals, what the call does, and what was seen beside the others. */
export const lookedAt: readonly string[] = [...signalNames, ...weighed, ...relative];

const groupsFrom = signalNames.length;
const relativeFrom = groupsFrom + weighed.length;

type LookedAt = Pick<Candidate, 'signals'> & { readonly step: { readonly index: number } };

/** The likeliest candidates of a call by themselves, best first; of equals the one that came first. */
export class Likeliest<Of extends LookedAt> {
  readonly #candidates: Of[] = [];
  readonly #odds: number[] = [];

  add(candidate: Of, odds: number): void {
    if (odds <= minOdds) return;
    let at = this.#odds.length;
    while (at > 0 && this.#odds[at - 1]! < odds) at--;
    if (at === maxLooked) return;
    for (let to = Math.min(this.#odds.length, maxLooked - 1); to > at; to--) {
      this.#odds[to] = this.#odds[to - 1]!;
      this.#candidates[to] = this.#candidates[to - 1]!;
    }
    this.#odds[at] = odds;
    this.#candidates[at] = candidate;
  }

  get candidates(): readonly Of[] {
    return this.#candidates;
  }

  get odds(): readonly number[] {
    return this.#odds;
  }
}

/**
 * A row for each of the likeliest, valid until the next call. People name the nearest cause: what a better candidate
 * already explains counts less for the next one.
 */
export function secondLook(
  { candidates: likeliest, odds }: Likeliest<LookedAt>,
  { index, group, candidates, terms }: CallLookedAt,
): readonly Float64Array[] {
  if (likeliest.length === 0) return rows;
  const likelihoods = odds.map(likelihood);
  const [best = 0, second = 0] = likelihoods;
  let others = 0;
  for (const each of likelihoods) others += each;
  findHeld(likeliest, index, terms);
  const left = allLeft(terms.length);
  let mass = 0;
  for (const { weight } of terms) mass += weight;
  let [better, noneBetter, remaining] = [0, 1, mass];
  for (let rank = 0; rank < likelihoods.length; rank++) {
    const own = likelihoods[rank]!;
    const { signals, step } = likeliest[rank]!;
    let [holds, adds] = [0, 0];
    for (const term of held[rank]!) {
      holds += terms[term]!.weight;
      adds += terms[term]!.weight * left[term]!;
      left[term]! *= 1 - own;
    }
    const row = rows[rank]!;
    row.fill(0);
    signals.copyTo(row);
    row[groupsFrom + weighed.indexOf(group)] = 1;
    let to = relativeFrom;
    row[to++] = odds[rank]!;
    row[to++] = 1 / (1 + rank);
    row[to++] = others - own;
    row[to++] = better;
    row[to++] = own - (rank === 0 ? second : best);
    row[to++] = best;
    row[to++] = second;
    row[to++] = candidates.length;
    row[to++] = mass === 0 ? 0 : adds / mass;
    row[to++] = holds === 0 ? 0 : adds / holds;
    row[to++] = Math.log1p(adds);
    row[to++] = mass === 0 ? 0 : remaining / mass;
    row[to++] = noneBetter;
    row[to] = Math.min(50, index - step.index) / 50;
    remaining -= adds * own;
    better += own;
    noneBetter *= 1 - own;
  }
  return rows;
}

/** The call whose causes are looked for. */
export interface CallLookedAt<Of = unknown> {
  readonly index: number;
  readonly group: Weighed;
  readonly candidates: readonly Of[];
  readonly terms: readonly Term[];
}

const rows = Array.from({ length: maxLooked }, () => new Float64Array(lookedAt.length));
/** The terms that each of them holds, as places in `terms`. */
const held = Array.from({ length: maxLooked }, (): number[] => []);
/** One more than the rank of a step. */
const rankOf = new Uint8Array(placeCount);

function findHeld(likeliest: readonly LookedAt[], call: number, terms: readonly Term[]): void {
  for (let rank = 0; rank < likeliest.length; rank++) {
    held[rank] = [];
    const { index } = likeliest[rank]!.step;
    // What is further back holds none of them, and would take the place of another.
    if (call - index < placeCount) rankOf[placeOf(index)] = rank + 1;
  }
  for (let term = 0; term < terms.length; term++)
    for (const index of terms[term]!.holders) {
      const rank = rankOf[placeOf(index)]!;
      if (rank > 0) held[rank - 1]!.push(term);
    }
  for (const { step } of likeliest) rankOf[placeOf(step.index)] = 0;
}

/** Of each term, how much is not explained yet. */
let left = new Float64Array(64);

function allLeft(terms: number): Float64Array {
  if (terms > left.length) left = new Float64Array(terms * 2);
  for (let term = 0; term < terms; term++) left[term] = 1;
  return left;
}

export function likelihood(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

export function oddsOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}
