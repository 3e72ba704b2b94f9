import type { Steps } from './weave.ts';

/** What led to a step, or what came of it. */
export interface Slice {
  readonly root: number;
  readonly way: Way;
  /** How many edges each step is away from the root; the root itself is 0. */
  readonly depth: ReadonlyMap<number, number>;
  readonly edges: readonly SliceEdge[];
  /** The edge by which a step belongs to the slice: towards the root, the nearest and then the surest. */
  readonly via: ReadonlyMap<number, number>;
  /** There is more; these are the strongest. */
  readonly truncated: boolean;
}

export type Way = 'causes' | 'effects';

export interface SliceEdge {
  readonly cause: number;
  readonly effect: number;
  /** Place in the columns of edges. */
  readonly edge: number;
  /** Of its end that is nearer to the root. */
  readonly depth: number;
}

export interface SliceOptions {
  /** In hundredths. */
  readonly least: number;
  readonly most?: number;
  readonly deepest?: number;
}

/**
 * Strongest first, where a step is as strong as the best product of confidences on a way to it. Bounded: an answer
 * that people can read, not the whole past. Of what is kept, all edges are.
 */
export function sliceOf(
  steps: Steps,
  root: number,
  way: Way,
  { least, most = 60, deepest = Infinity }: SliceOptions,
): Slice {
  const depth = new Map<number, number>();
  const best = new Map<number, number>([[root, 1]]);
  const waiting = new Heap();
  waiting.push({ strength: 1, step: root, depth: 0 });
  let truncated = false;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { strength, step, depth: away } = next;
    if (depth.has(step)) continue;
    // The root itself is not counted.
    if (depth.size > most) {
      truncated = true;
      break;
    }
    depth.set(step, away);
    if (away >= deepest) continue;
    eachNear(steps, step, way, least, (edge, other) => {
      const through = (strength * steps.confidence[edge]!) / 100;
      if (depth.has(other) || through <= (best.get(other) ?? 0)) return;
      best.set(other, through);
      waiting.push({ strength: through, step: other, depth: away + 1 });
    });
  }
  const edges: SliceEdge[] = [];
  for (const [step, away] of depth) {
    if (away >= deepest) continue;
    eachNear(steps, step, way, least, (edge, other) => {
      if (!depth.has(other)) return;
      edges.push(
        way === 'causes'
          ? { cause: other, effect: step, edge, depth: away }
          : { cause: step, effect: other, edge, depth: away },
      );
    });
  }
  return { root, way, depth, edges, via: viaIn(steps, edges, root, way), truncated };
}

function eachNear(
  steps: Steps,
  step: number,
  way: Way,
  least: number,
  visit: (edge: number, other: number) => void,
): void {
  const first = way === 'causes' ? steps.firstCause : steps.firstEffect;
  for (let at = first[step]!; at < first[step + 1]!; at++) {
    const edge = way === 'causes' ? at : steps.effectEdge[at]!;
    if (steps.confidence[edge]! >= least) visit(edge, way === 'causes' ? steps.cause[at]! : steps.effect[at]!);
  }
}

function viaIn(
  { confidence }: Steps,
  edges: readonly SliceEdge[],
  root: number,
  way: Way,
): ReadonlyMap<number, number> {
  const best = new Map<number, SliceEdge>();
  for (const edge of edges) {
    const step = way === 'causes' ? edge.cause : edge.effect;
    const known = best.get(step);
    if (
      step !== root &&
      (!known ||
        edge.depth < known.depth ||
        (edge.depth === known.depth && confidence[edge.edge]! > confidence[known.edge]!))
    )
      best.set(step, edge);
  }
  return new Map([...best].map(([step, { edge }]) => [step, edge]));
}

interface Waiting {
  readonly strength: number;
  readonly step: number;
  readonly depth: number;
}

/** The strongest on top. */
class Heap {
  readonly #items: Waiting[] = [];

  push(item: Waiting): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (items[above]!.strength >= item.strength) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): Waiting | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && items[below + 1]!.strength > items[below]!.strength) below++;
      if (last.strength >= items[below]!.strength) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = last;
    return top;
  }
}
