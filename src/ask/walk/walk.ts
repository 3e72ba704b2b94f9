import type { Edge } from '../../model/edge.ts';
import type { EventId } from '../../model/ids.ts';
import type { BriefEvent, Direction, SliceStep, StoreReader } from '../../store/store.ts';
import { refOf } from './step.ts';
import { StrongestFirst } from './walk-queue.ts';

export interface WalkOptions {
  /** At most so many steps, the strongest. */
  readonly limit?: number;
  /** Not further away than this many steps. */
  readonly depth?: number;
  /** Minimum confidence of an edge. */
  readonly minConfidence?: number;
}

interface Bounds extends WalkOptions {
  /** Steps not to go through. */
  readonly without?: Iterable<EventId>;
}

/** A step the walk came to, by the strongest path there is. */
export interface Reached {
  readonly step: BriefEvent;
  /** The best product of confidences on a path to it. */
  readonly strength: number;
  /** Steps away on that path. */
  readonly depth: number;
  /** The last link of that path. */
  readonly edge: Edge;
  /** Nothing leads on from here. */
  readonly isEnd: boolean;
}

export interface Walked {
  /** Strongest first; each step once. */
  readonly reached: readonly Reached[];
  /** There are more, weaker or further away. */
  readonly truncated: boolean;
}

interface Candidate {
  readonly to: EventId;
  readonly edge: Edge;
  readonly strength: number;
  readonly depth: number;
}

/** Follows edges from one step, strongest path first, across sessions. Links may lead in a circle; a walk does not. */
export async function walk(
  around: Surroundings,
  from: EventId,
  { limit = 60, depth: deepest = Infinity, minConfidence = 0, without = [] }: Bounds,
): Promise<Walked> {
  const reached: Reached[] = [];
  const seen = new Set<EventId>([from, ...without]);
  const open = new StrongestFirst<Candidate>();
  /** Where it would go on if it were allowed to go further. */
  const beyond: EventId[] = [];
  await expand(from, 1, 0);
  while (reached.length < limit) {
    const next = open.take();
    if (next === undefined) break;
    const { to, edge, strength, depth } = next;
    if (seen.has(to)) continue;
    seen.add(to);
    const at = await around.of(to);
    if (at === undefined) continue;
    reached.push({ step: at.step, strength, depth, edge, isEnd: (await expand(to, strength, depth)) === 0 });
  }
  return { reached, truncated: await isMore() };

  /** How many edges lead on. */
  async function expand(id: EventId, strength: number, depth: number): Promise<number> {
    const edges = (await around.of(id))?.edges.filter(({ confidence }) => confidence >= minConfidence) ?? [];
    if (depth >= deepest) {
      beyond.push(...edges.map((edge) => around.endOf(edge)));
      return edges.length;
    }
    for (const edge of edges) {
      const to = around.endOf(edge);
      if (!seen.has(to)) open.add({ to, edge, strength: strength * edge.confidence, depth: depth + 1 });
    }
    return edges.length;
  }

  /** Whether a step is left that was not reached. A cause may name a step that is not in the archive. */
  async function isMore(): Promise<boolean> {
    for (let next = open.take(); next !== undefined; next = open.take()) beyond.push(next.to);
    for (const id of new Set(beyond)) if (!seen.has(id) && (await around.of(id)) !== undefined) return true;
    return false;
  }
}

/**
 * The graph around a step, as far as somebody asked: fetched a slice at a time, so that a walk does not ask step by
 * step. The first is as large as the limit of the walk; where it leads out of that, small ones first, then larger.
 */
export class Surroundings {
  readonly #read: StoreReader;
  readonly #direction: Direction;
  readonly #first: number;
  readonly #steps = new Map<EventId, SliceStep | undefined>();
  #next = 0;

  /** `about`: how many steps will be needed. */
  constructor(read: StoreReader, direction: Direction, about: number) {
    this.#read = read;
    this.#direction = direction;
    this.#first = Math.min(about, 1_000);
  }

  async of(id: EventId): Promise<SliceStep | undefined> {
    if (!this.#steps.has(id)) {
      this.#steps.set(id, undefined);
      const size = this.#next === 0 ? this.#first : this.#next;
      this.#next = this.#next === 0 ? 4 : Math.min(this.#next * 2, 256);
      for (const step of await this.#read.slice([refOf(id)], this.#direction, size))
        this.#steps.set(step.step.id, step);
    }
    return this.#steps.get(id);
  }

  /** Where an edge leads in the direction of the walk. */
  endOf({ cause, effect }: Edge): EventId {
    return this.#direction === 'back' ? cause : effect;
  }
}

/** The links that lead to a step, first to last. `byId` are the steps of the same walk. */
export function pathTo(end: Reached, byId: ReadonlyMap<EventId, Reached>): readonly Reached[] {
  const path: Reached[] = [];
  for (let at: Reached | undefined = end; at !== undefined; at = byId.get(at.edge.effect)) path.unshift(at);
  return path;
}

/** Long paths would print many digits that nobody measured. */
export function rounded(strength: number): number {
  return Math.round(strength * 1e4) / 1e4;
}
