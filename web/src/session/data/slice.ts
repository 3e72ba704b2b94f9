import { culpritsOf } from './ranked-causes.ts';
import type { Steps } from './steps.ts';
import { aboveOf } from './turn-context.ts';

/** The steps that led to a step, or that it led to. */
export interface Slice {
  readonly root: number;
  readonly direction: Direction;
  /** The number of edges between each step and the root; 0 for the root. */
  readonly depth: ReadonlyMap<number, number>;
  readonly edges: readonly SliceEdge[];
  /**
   * What is shown without a link: the prompts that causes lead back to (see `turn-context.ts`), and the culprit that the
   * story of the failure names.
   */
  readonly context: readonly ContextLink[];
  /** The edge that links a step towards the root: the nearest, then the one with the highest confidence. */
  readonly via: ReadonlyMap<number, number>;
  /** There are more steps; these are the strongest. */
  readonly truncated: boolean;
}

export type Direction = 'causes' | 'effects';

export interface SliceEdge {
  readonly cause: number;
  readonly effect: number;
  /** Index in the columns of edges. */
  readonly edge: number;
  /** Depth of the end nearer to the root. */
  readonly depth: number;
}

export interface ContextLink {
  readonly cause: number;
  readonly effect: number;
  readonly is: 'turn' | 'culprit';
}

export interface SliceOptions {
  /** In hundredths. */
  readonly minConfidence: number;
  readonly max?: number;
  readonly maxDepth?: number;
}

/**
 * Strongest steps first. The strength of a step is the highest product of confidences on a path to it. The slice is
 * bounded to what people can read; it contains every edge between its steps. Causes lead back to the prompt of a turn.
 */
export function sliceOf(
  steps: Steps,
  root: number,
  direction: Direction,
  { minConfidence, max = 60, maxDepth = Infinity }: SliceOptions,
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
    if (depth.size > max) {
      truncated = true;
      break;
    }
    depth.set(step, away);
    if (away >= maxDepth) continue;
    eachNear(steps, step, direction, minConfidence, (edge, other) => {
      const through = (strength * steps.confidence[edge]!) / 100;
      if (depth.has(other) || through <= (best.get(other) ?? 0)) return;
      best.set(other, through);
      waiting.push({ strength: through, step: other, depth: away + 1 });
    });
  }
  const edges: SliceEdge[] = [];
  for (const [step, away] of depth) {
    if (away >= maxDepth) continue;
    eachNear(steps, step, direction, minConfidence, (edge, other) => {
      if (!depth.has(other)) return;
      edges.push(
        direction === 'causes'
          ? { cause: other, effect: step, edge, depth: away }
          : { cause: step, effect: other, edge, depth: away },
      );
    });
  }
  const context = direction === 'causes' && maxDepth > 1 ? addContext(steps, root, depth, edges) : [];
  return { root, direction, depth, edges, context, via: viaIn(steps, edges, root, direction), truncated };
}

/** Adds the culprit of a failure, and what each end of the walk stands below, up to the prompt that a person typed. */
function addContext(
  steps: Steps,
  root: number,
  depth: Map<number, number>,
  edges: readonly SliceEdge[],
): readonly ContextLink[] {
  const context: ContextLink[] = [];
  const add = (cause: number, effect: number, is: ContextLink['is']): boolean => {
    context.push({ cause, effect, is });
    if (depth.has(cause)) return false;
    depth.set(cause, depth.get(effect)! + 1);
    return true;
  };
  for (const culprit of culpritsOf(steps, root)) if (!depth.has(culprit)) add(culprit, root, 'culprit');
  const hasCause = new Set(edges.map(({ effect }) => effect));
  for (const end of [...depth.keys()].filter((step) => !hasCause.has(step))) {
    for (let at = end, above = aboveOf(steps, at); above >= 0; above = aboveOf(steps, at)) {
      if (!add(above, at, 'turn')) break;
      at = above;
    }
  }
  return context;
}

function eachNear(
  steps: Steps,
  step: number,
  direction: Direction,
  minConfidence: number,
  visit: (edge: number, other: number) => void,
): void {
  const first = direction === 'causes' ? steps.firstCause : steps.firstEffect;
  for (let at = first[step]!; at < first[step + 1]!; at++) {
    const edge = direction === 'causes' ? at : steps.effectEdge[at]!;
    if (steps.confidence[edge]! >= minConfidence)
      visit(edge, direction === 'causes' ? steps.cause[at]! : steps.effect[at]!);
  }
}

function viaIn(
  { confidence }: Steps,
  edges: readonly SliceEdge[],
  root: number,
  direction: Direction,
): ReadonlyMap<number, number> {
  const best = new Map<number, SliceEdge>();
  for (const edge of edges) {
    const step = direction === 'causes' ? edge.cause : edge.effect;
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

/** A binary heap, the strongest on top. */
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
