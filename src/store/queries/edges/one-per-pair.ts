import type { Edge } from '../../../model/edge.ts';
import type { Basis } from '../../../model/words.ts';

/**
 * One edge for each pair of steps, as in every answer: the recorded, judged and inferred edges of a pair become one,
 * with the basis that ranks first and the evidence of all. Recorded ones first, as they were
 * named, then judged ones, then by confidence.
 */
export function onePerPair(edges: readonly Edge[]): readonly Edge[] {
  if (edges.length < 2) return edges;
  const pairs = new Map<string, Edge>();
  for (const edge of edges) {
    const pair = edge.effect + edge.cause;
    const other = pairs.get(pair);
    pairs.set(pair, other === undefined ? edge : both(edge, other));
  }
  return [...pairs.values()].sort(byBasisAndConfidence);
}

function both(a: Edge, b: Edge): Edge {
  const [first, second] = byBasisAndConfidence(a, b) <= 0 ? [a, b] : [b, a];
  return {
    ...first,
    confidence: Math.max(first.confidence, second.confidence),
    types: [...new Set([...first.types, ...second.types])],
    evidence: [...new Set([...first.evidence, ...second.evidence])],
  };
}

function byBasisAndConfidence(a: Edge, b: Edge): number {
  return (
    ranks[a.basis] - ranks[b.basis] ||
    b.confidence - a.confidence ||
    (a.rank ?? 0) - (b.rank ?? 0) ||
    compare(a.effect, b.effect) ||
    compare(a.cause, b.cause)
  );
}

const ranks: Readonly<Record<Basis, number>> = { recorded: 0, judged: 1, inferred: 2 };

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
