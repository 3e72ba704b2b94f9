import type { Edge } from '../model/edge.ts';
import type { Event } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import type { StoreReader } from '../store/store.ts';
import { lineage } from './lineage.ts';
import type { LineageLink } from './lineage.ts';
import { refOf, toStepElsewhere } from './step.ts';
import type { StepElsewhere } from './step.ts';

export interface WhyAnswer {
  readonly target: { readonly step: StepElsewhere };
  /** Strongest first: a cause is as strong as the best product of confidences on a path to it. */
  readonly causes: readonly WhyCause[];
  /** The causes that have no cause themselves. */
  readonly roots: readonly StepElsewhere[];
  /** There are weaker causes beyond the limit. */
  readonly truncated: boolean;
  /** Where the target stands, back to the first prompt as far as ten stations lead. Context, not causes. */
  readonly lineage: readonly LineageLink[];
}

export interface WhyCause {
  readonly step: StepElsewhere;
  /** Steps away from the target on the strongest path. */
  readonly depth: number;
  /** The last link of that path: this step caused `effect`. */
  readonly via: Pick<Edge, 'effect' | 'types' | 'basis' | 'confidence' | 'evidence'>;
}

interface Candidate {
  readonly edge: Edge;
  readonly strength: number;
  readonly depth: number;
}

/** Walks back from an event to what led to it, best first, each step once, across sessions. */
export async function why(read: StoreReader, event: Event, { limit = 60 } = {}): Promise<WhyAnswer> {
  const target = await stepOf(read, event);
  const causes: WhyCause[] = [];
  const roots: StepElsewhere[] = [];
  const seen = new Set<EventId>([target.id]);
  const open = new BestFirst();
  await expand(target.id, 1, 0);

  while (causes.length < limit) {
    const next = open.take();
    if (!next) break;
    const { edge, strength, depth } = next;
    if (seen.has(edge.cause)) continue;
    seen.add(edge.cause);
    const cause = await read.event(refOf(edge.cause));
    if (!cause) continue;
    const { effect, types, basis, confidence, evidence } = edge;
    const step = toStepElsewhere(cause);
    causes.push({ step, depth, via: { effect, types, basis, confidence, evidence } });
    if ((await expand(cause.id, strength, depth)) === 0) roots.push(step);
  }
  const step = toStepElsewhere(target);
  return { target: { step }, causes, roots, truncated: open.holdsOtherThan(seen), lineage: await lineage(read, target) };

  async function expand(effect: EventId, strength: number, depth: number): Promise<number> {
    const edges = await read.causes([refOf(effect)]);
    for (const edge of edges) open.add({ edge, strength: strength * edge.confidence, depth: depth + 1 });
    return edges.length;
  }
}

/** An event is explained by its step: a result by its call. */
async function stepOf(read: StoreReader, event: Event): Promise<Event> {
  if (event.step === null || event.step === event.id) return event;
  return (await read.event(refOf(event.step))) ?? event;
}

/** Few at a time, so a list is enough. Among equals the nearest, then the first found. */
class BestFirst {
  readonly #open: Candidate[] = [];

  add(candidate: Candidate): void {
    this.#open.push(candidate);
  }

  take(): Candidate | undefined {
    let best = 0;
    for (const [at, { strength, depth }] of this.#open.entries()) {
      const leader = this.#open[best]!;
      if (strength > leader.strength || (strength === leader.strength && depth < leader.depth)) best = at;
    }
    return this.#open.splice(best, 1)[0];
  }

  holdsOtherThan(seen: ReadonlySet<EventId>): boolean {
    return this.#open.some(({ edge }) => !seen.has(edge.cause));
  }
}
