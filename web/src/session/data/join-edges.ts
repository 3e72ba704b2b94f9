import { bases, types } from './kinds.ts';
import { indexOfSeq, type Skeleton } from './skeleton.ts';
import type { Steps } from './steps.ts';

export type Edges = Pick<Steps, 'firstCause' | 'cause' | 'type' | 'confidence' | 'basis'>;

interface EdgeBetween {
  readonly cause: number;
  readonly type: number;
  readonly confidence: number;
  readonly basis: number;
}

/** The causes of all steps, within and across parts. */
export function joinEdges(
  parts: readonly Skeleton[],
  part: Uint16Array,
  own: Int32Array,
  indexes: readonly Int32Array[],
): Edges {
  const between = edgesBetween(parts, indexes);
  const total =
    parts.reduce((sum, { cause }) => sum + cause.length, 0) +
    [...between.values()].reduce((sum, list) => sum + list.length, 0);
  const count = part.length;
  const firstCause = new Uint32Array(count + 1);
  const cause = new Int32Array(total);
  const type = new Uint8Array(total);
  const confidence = new Uint8Array(total);
  const basis = new Uint8Array(total);
  let filled = 0;
  const put = (edge: EdgeBetween) => {
    cause[filled] = edge.cause;
    type[filled] = edge.type;
    confidence[filled] = edge.confidence;
    basis[filled++] = edge.basis;
  };
  for (let step = 0; step < count; step++) {
    const source = parts[part[step]!]!;
    const index = indexes[part[step]!]!;
    const others = between.get(step);
    const end = source.firstCause[own[step]! + 1]!;
    let other = 0;
    for (let edge = source.firstCause[own[step]!]!; edge < end; edge++) {
      while (others && other < others.length && others[other]!.confidence > source.confidence[edge]!)
        put(others[other++]!);
      // The cause may be written later and not be loaded yet.
      const from = index[source.cause[edge]!];
      if (from === undefined) continue;
      cause[filled] = from;
      type[filled] = source.type[edge]!;
      confidence[filled] = source.confidence[edge]!;
      basis[filled++] = source.basis[edge]!;
    }
    while (others && other < others.length) put(others[other++]!);
    firstCause[step + 1] = filled;
  }
  return { firstCause, cause: cause.subarray(0, filled), type, confidence, basis };
}

/** By effect, the highest confidence first. Both parts report such an edge; it is kept once. */
function edgesBetween(
  parts: readonly Skeleton[],
  indexes: readonly Int32Array[],
): ReadonlyMap<number, readonly EdgeBetween[]> {
  const found = new Map<number, Map<number, EdgeBetween>>();
  if (parts.length === 1) return new Map();
  const partOf = new Map<string, number>(parts.map(({ session }, number) => [session.uid, number]));
  for (const [number, { beyond }] of parts.entries()) {
    for (const { step, is, other, type, confidence, basis } of beyond) {
      const far = partOf.get(other.session);
      if (far === undefined) continue;
      const here = indexes[number]![step];
      const there = indexes[far]![indexOfSeq(parts[far]!, other.seq)];
      if (here === undefined || there === undefined) continue;
      const [cause, effect] = is === 'cause' ? [there, here] : [here, there];
      const edge = {
        cause,
        type: Math.max(0, types.indexOf(type)),
        confidence: Math.round(confidence * 100),
        basis: bases.indexOf(basis),
      };
      found.set(effect, (found.get(effect) ?? new Map<number, EdgeBetween>()).set(cause, edge));
    }
  }
  return new Map(
    [...found].map(([effect, edges]) => [effect, [...edges.values()].toSorted((a, b) => b.confidence - a.confidence)]),
  );
}

/** The same edges by cause, with a counting sort. */
export function invertEdges(
  count: number,
  { firstCause, cause }: Edges,
): Pick<Steps, 'firstEffect' | 'effect' | 'effectEdge'> {
  const firstEffect = new Uint32Array(count + 1);
  for (const from of cause) firstEffect[from + 1]!++;
  for (let step = 0; step < count; step++) firstEffect[step + 1]! += firstEffect[step]!;
  const effect = new Int32Array(cause.length);
  const effectEdge = new Int32Array(cause.length);
  const filled = firstEffect.slice();
  for (let step = 0; step < count; step++) {
    const end = firstCause[step + 1]!;
    for (let edge = firstCause[step]!; edge < end; edge++) {
      const index = filled[cause[edge]!]!++;
      effect[index] = step;
      effectEdge[index] = edge;
    }
  }
  return { firstEffect, effect, effectEdge };
}
