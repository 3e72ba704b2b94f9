import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Facet } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf, toStep } from '../walk/step.ts';
import type { Step } from '../walk/step.ts';

export interface CriticalPathAnswer {
  readonly session: Session;
  /** First to last: each was caused by the one before it. */
  readonly steps: readonly CriticalStep[];
  /** Total time of the steps. */
  readonly path_ms: number;
  /** Time of the session without pauses between turns. */
  readonly total_ms: number;
  /** Steps without a recorded time or duration; they count as 0. */
  readonly untimed: number;
  /** What its agent does not record of that. */
  readonly not_recorded: readonly Facet[];
  /** The session has more steps than were looked at. */
  readonly truncated: boolean;
}

export interface CriticalStep extends Step {
  /** Its position in the session: see `Event`. */
  readonly seq: number;
  /** The model, from its last input until the call. */
  readonly model_ms: number | null;
  /** The call itself, until its result came; waiting for permission and the work of sub-agents included. */
  readonly took_ms: number | null;
  /** Why it depends on the previous step. */
  readonly via: Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'> | null;
}

/** A step as numbers: of a hundred thousand only the chain is shown. */
interface Timed {
  readonly id: EventId;
  readonly modelMs: number | null;
  readonly tookMs: number | null;
  readonly endedAt: number | null;
  /** The longest chain that ends here. */
  readonly sumMs: number;
  readonly before: Timed | undefined;
}

/**
 * The chain of steps, linked by causes, that took longest: what is not on it could have gone without making the session
 * much shorter. Guesses do not link. The time of a person counts for nothing, and is in neither sum.
 */
export async function criticalPath(
  read: StoreReader,
  session: Session,
  { minConfidence = 0.5 } = {},
): Promise<CriticalPathAnswer> {
  const timed = new Map<EventId, Timed>();
  let longest: Timed | undefined;
  let untimed = 0;
  let after = 0;
  // Time of the last input of the model: a prompt or a result.
  let lastInputAt: number | null = null;
  while (timed.size < mostSteps) {
    const page = await read.events(session.uid, { after, limit: atOnce });
    const edges = await causesOf(read, page.filter(isStep), minConfidence);
    for (const event of page) {
      if (isStep(event)) {
        const step = longestTo(event, lastInputAt, edges.get(event.id) ?? [], timed);
        timed.set(event.id, step);
        if (event.tool !== null && (step.modelMs === null || step.tookMs === null)) untimed += 1;
        if (longest === undefined || step.sumMs > longest.sumMs) longest = step;
      }
      const at = timeOf(event);
      if (at !== null && (event.kind === 'user_msg' || event.role === 'tool'))
        lastInputAt = Math.max(at, lastInputAt ?? at);
    }
    after = page.at(-1)?.seq ?? after;
    if (page.length < atOnce) break;
  }
  return {
    session,
    steps: await withTexts(read, chainTo(longest)),
    path_ms: longest?.sumMs ?? 0,
    total_ms: session.cost.wall_clock_s * 1000,
    untimed,
    not_recorded: session.not_recorded.filter((facet) => facet === 'times' || facet === 'durations'),
    truncated: timed.size >= mostSteps && (await read.steps(session.uid, { after, limit: 1 })).length > 0,
  };
}

/**
 * The longest chain to a step is the longest to one of its causes, and the step itself. Steps lie in order, so causes
 * are known.
 */
function longestTo(
  event: Event,
  lastInputAt: number | null,
  edges: readonly Edge[],
  timed: ReadonlyMap<EventId, Timed>,
): Timed {
  let best = alone(event, lastInputAt, undefined);
  for (const edge of edges) {
    const cause = timed.get(edge.cause);
    const step = cause && alone(event, lastInputAt, cause);
    if (step && (best.before === undefined || step.sumMs > best.sumMs)) best = step;
  }
  return best;
}

/** What a step adds to a chain: the time in which the step before it was still running is not counted twice. */
function alone(event: Event, lastInputAt: number | null, before: Timed | undefined): Timed {
  const at = timeOf(event);
  const isCall = event.tool !== null;
  const free = Math.max(lastInputAt ?? -Infinity, before?.endedAt ?? -Infinity);
  const modelMs = !isCall || at === null || free === -Infinity ? null : spent(at - free);
  const endedAt = at === null ? null : at + spent(event.duration_ms ?? 0);
  const tookMs =
    event.duration_ms === null
      ? null
      : spent(endedAt === null ? event.duration_ms : Math.min(event.duration_ms, endedAt - free));
  return {
    id: event.id,
    modelMs,
    tookMs,
    endedAt,
    sumMs: (before?.sumMs ?? 0) + (modelMs ?? 0) + (tookMs ?? 0),
    before,
  };
}

/**
 * Nothing takes longer than this: somebody had gone home. The session's own clock stops there too
 * (ingest/scan/event-rows.ts).
 */
const longestMs = 60 * 60 * 1000;

function spent(ms: number): number {
  return Math.min(Math.max(0, ms), longestMs);
}

function timeOf({ at }: Event): number | null {
  return at === null ? null : Date.parse(at);
}

const atOnce = 1_000;
const mostSteps = 100_000;

async function causesOf(
  read: StoreReader,
  steps: readonly Event[],
  minConfidence: number,
): Promise<ReadonlyMap<EventId, readonly Edge[]>> {
  const edges = steps.length === 0 ? [] : await read.causes(steps.map(({ id }) => refOf(id)));
  return Map.groupBy(
    edges.filter(({ confidence }) => confidence >= minConfidence),
    ({ effect }) => effect,
  );
}

function chainTo(last: Timed | undefined): readonly Timed[] {
  const chain: Timed[] = [];
  for (let at = last; at !== undefined; at = at.before) chain.push(at);
  return chain.reverse();
}

async function withTexts(read: StoreReader, chain: readonly Timed[]): Promise<readonly CriticalStep[]> {
  const steps: CriticalStep[] = [];
  for (let from = 0; from < chain.length; from += atOnce) {
    const refs = chain.slice(from, from + atOnce).map(({ id }) => refOf(id));
    const events = new Map((await read.eventsOf(refs)).map((event) => [event.id, event]));
    const edges = Map.groupBy(await read.causes(refs), ({ effect }) => effect);
    for (const { id, modelMs, tookMs, before } of chain.slice(from, from + atOnce)) {
      const event = events.get(id);
      // It was forgotten since it was timed.
      if (event === undefined) continue;
      const edge = edges.get(id)?.find(({ cause }) => cause === before?.id);
      steps.push({
        ...toStep(event),
        seq: event.seq,
        model_ms: modelMs,
        took_ms: tookMs,
        via: edge ? viaOf(edge) : null,
      });
    }
  }
  return steps;
}

function isStep({ id, step }: Event): boolean {
  return id === step;
}

function viaOf({ types, basis, confidence, evidence }: Edge): CriticalStep['via'] {
  return { types, basis, confidence, evidence };
}
