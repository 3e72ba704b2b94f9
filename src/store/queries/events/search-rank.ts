import { kindCodes } from '../../rows/codes.ts';

/** The fields of a match that its rank depends on. */
export interface Candidate {
  readonly doc: number;
  readonly kind: number;
  readonly summary: string;
}

/**
 * Best first; the candidates come newest first. They all contain all words, and the index has no positions; so the rank
 * is where a person would look first: words in the summary, messages and failures before results, and newer before
 * older.
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
