import type { Candidate } from './candidates.ts';
import type { Term } from './rules/terms.ts';
import { signalNames, weighed, type Weighed } from './signals.ts';

/** A candidate less likely than this at first sight never becomes a cause. */
const minOdds = Math.log(0.02 / 0.98);
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

export interface FirstSight {
  readonly candidate: Pick<Candidate, 'signals'> & { readonly step: { readonly index: number } };
  readonly odds: number;
}

/** Whether it is worth a second look. */
export function isPossible(odds: number): boolean {
  return odds > minOdds;
}

/**
 * The likeliest, best first, each with its row, which is valid until the next call. People name the nearest cause: what
 * a better candidate already explains counts less for the next one.
 */
export function secondLook<Seen extends FirstSight>(
  possible: readonly Seen[],
  { index, group, candidates, terms }: CallLookedAt,
): readonly (Seen & { readonly row: Float64Array })[] {
  const likely = possible.toSorted((a, b) => b.odds - a.odds).slice(0, maxLooked);
  const likelihoods = likely.map(({ odds }) => likelihood(odds));
  const [best = 0, second = 0] = likelihoods;
  let others = 0;
  for (const each of likelihoods) others += each;
  const held = heldBy(likely, terms);
  const left = new Float64Array(terms.length).fill(1);
  let mass = 0;
  for (const { weight } of terms) mass += weight;
  let [better, noneBetter, remaining] = [0, 1, mass];
  return likely.map((each, rank) => {
    const own = likelihoods[rank]!;
    let [holds, adds] = [0, 0];
    for (const term of held[rank]!) {
      holds += terms[term]!.weight;
      adds += terms[term]!.weight * left[term]!;
    }
    const row = rows[rank]!;
    row.set(each.candidate.signals);
    row.fill(0, groupsFrom, relativeFrom);
    row[groupsFrom + weighed.indexOf(group)] = 1;
    let to = relativeFrom;
    row[to++] = each.odds;
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
    row[to] = Math.min(50, index - each.candidate.step.index) / 50;
    for (const term of held[rank]!) left[term]! *= 1 - own;
    remaining -= adds * own;
    better += own;
    noneBetter *= 1 - own;
    return { ...each, row };
  });
}

/** The call whose causes are looked for. */
export interface CallLookedAt<Of = unknown> {
  readonly index: number;
  readonly group: Weighed;
  readonly candidates: readonly Of[];
  readonly terms: readonly Term[];
}

const rows = Array.from({ length: maxLooked }, () => new Float64Array(lookedAt.length));

/** The terms each of them holds, as places in `terms`. */
function heldBy(likely: readonly FirstSight[], terms: readonly Term[]): readonly (readonly number[])[] {
  const rankOf = new Map(likely.map(({ candidate }, rank) => [candidate.step.index, rank]));
  const held = likely.map((): number[] => []);
  for (const [term, { holders }] of terms.entries())
    for (const index of holders) {
      const rank = rankOf.get(index);
      if (rank !== undefined) held[rank]!.push(term);
    }
  return held;
}

export function likelihood(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
