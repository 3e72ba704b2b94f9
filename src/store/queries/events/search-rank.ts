import { kindCodes } from '../../rows/codes.ts';

/** A match, as far as its rank depends on it. */
export interface Candidate {
  readonly doc: number;
  readonly kind: number;
  readonly summary: string;
}

/**
 * Best first; the candidates come newest first. They all hold all words, and the index keeps no positions; so what
 * counts is where a person would look first: words in the one-line summary, what was said and what failed before what
 * was read, and what is new.
 */
export function rank(
  candidates: readonly Candidate[],
  words: readonly string[],
): readonly (Candidate & { readonly score: number })[] {
  return candidates
    .map((candidate, at) => ({ ...candidate, score: relevance(candidate, words) + 0.5 * (1 - at / candidates.length) }))
    .toSorted((a, b) => b.score - a.score);
}

function relevance({ kind, summary }: Candidate, words: readonly string[]): number {
  const text = summary.toLowerCase();
  const shown = words.filter((word) => text.includes(word)).length / Math.max(1, words.length);
  return shown + (weights.get(kind) ?? 0);
}

const weights: ReadonlyMap<number, number> = new Map([
  [kindCodes.encode('user_msg')!, 0.6],
  [kindCodes.encode('decision')!, 0.5],
  [kindCodes.encode('error')!, 0.4],
  [kindCodes.encode('assistant_msg')!, 0.3],
  [kindCodes.encode('edit')!, 0.3],
  [kindCodes.encode('test_run')!, 0.2],
]);
