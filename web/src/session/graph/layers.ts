/** Nodes in layers from top to bottom. Every edge points down; four sweeps reduce crossings. */
export interface Layered {
  readonly layers: readonly (readonly number[])[];
}

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
}

/** Node ids grow with time. Edges that would point up are ignored. */
export function assignLayers(nodes: readonly number[], edges: readonly GraphEdge[]): Layered {
  const ids = nodes.toSorted((a, b) => a - b);
  const into = new Map<number, number[]>(ids.map((id) => [id, []]));
  const outOf = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const { from, to } of edges) {
    if (from >= to) continue;
    into.get(to)?.push(from);
    outOf.get(from)?.push(to);
  }
  const layer = new Map<number, number>();
  // In order of time, so that one pass finds the longest path.
  for (const id of ids)
    layer.set(
      id,
      into.get(id)!.reduce((deepest, from) => Math.max(deepest, (layer.get(from) ?? 0) + 1), 0),
    );
  // A node without causes is placed right above its first effect.
  for (const id of ids.toReversed()) {
    const next = outOf.get(id)!;
    if (next.length > 0 && into.get(id)!.length === 0)
      layer.set(id, Math.max(0, Math.min(...next.map((to) => layer.get(to)!)) - 1));
  }
  const layers: number[][] = [];
  for (const id of ids) (layers[layer.get(id)!] ??= []).push(id);
  return { layers: reduceCrossings(layers.filter(Boolean), into, outOf) };
}

const sweeps = 4;

/** Moves each node to the mean position of its neighbours, alternating downwards and upwards. */
function reduceCrossings(
  layers: number[][],
  into: ReadonlyMap<number, readonly number[]>,
  outOf: ReadonlyMap<number, readonly number[]>,
): readonly (readonly number[])[] {
  const index = new Map<number, number>();
  const number = (layer: readonly number[]) => layer.forEach((id, at) => index.set(id, at));
  layers.forEach(number);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : layers.toReversed()) {
      const middle = new Map(
        layer.map((id) => {
          const near = (isDown ? into : outOf).get(id)!;
          return [
            id,
            near.length === 0 ? index.get(id)! : near.reduce((sum, other) => sum + index.get(other)!, 0) / near.length,
          ] as const;
        }),
      );
      layer.sort((a, b) => middle.get(a)! - middle.get(b)!);
      number(layer);
    }
  }
  return layers;
}
