import type { Edge } from '../../../model/edge.ts';

/**
 * One edge for each pair of steps, as in every answer: the recorded and the inferred edge of a pair become one, certain
 * as recorded, with the evidence of both. Recorded ones first, then by confidence.
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
    types: [...new Set([...first.types, ...second.types])],
    evidence: [...new Set([...first.evidence, ...second.evidence])],
  };
}

function byBasisAndConfidence(a: Edge, b: Edge): number {
  return (
    Number(b.basis === 'recorded') - Number(a.basis === 'recorded') ||
    b.confidence - a.confidence ||
    compare(a.effect, b.effect) ||
    compare(a.cause, b.cause)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
