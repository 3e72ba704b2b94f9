import type { Edge } from '../../model/edge.ts';
import type { EventId } from '../../model/ids.ts';
import type { PictureEdge } from './picture.ts';
import { oneLine } from './text.ts';

/** Recorded edges, and inferred ones with enough confidence. */
export function isConfident({ basis, confidence }: Pick<Edge, 'basis' | 'confidence'>, minConfidence: number): boolean {
  return basis !== 'inferred' || confidence >= minConfidence;
}

/** The edges that both begin and end in one of these steps, by their place among them. */
export function edgesAmong(ids: readonly EventId[], edges: readonly Edge[]): readonly PictureEdge[] {
  const places = new Map(ids.map((id, at) => [id, at]));
  return edges.flatMap(({ cause: from, effect: to, types, basis, confidence, evidence }) => {
    const [cause, effect] = [places.get(from), places.get(to)];
    if (cause === undefined || effect === undefined || cause === effect) return [];
    return [{ cause, effect, types, basis, confidence, evidence: evidence.map(oneLine) }];
  });
}
