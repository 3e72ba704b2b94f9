import type { What } from '../../model/draft.ts';
import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Place, StoreReader } from '../../store/store.ts';
import { isUnreadable } from '../event/evicted.ts';
import { payloadReader, placeOf } from '../event/payload.ts';
import type { PayloadOptions, ReadPayload } from '../event/payload.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';

export interface Replayed {
  readonly event: Event;
  /** The file and line it was read from. */
  readonly place: Place | null;
  /** What was said or done, in full; null with `brief`, or when it can no longer be read. */
  readonly content: What | null;
  /** Of a step: what caused it, recorded causes first. What is only possible is left out. */
  readonly causes: readonly ReplayedCause[];
}

export interface ReplayedCause extends Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'> {
  readonly step: StepElsewhere;
}

export interface ReplayOptions extends PayloadOptions {
  readonly after?: number;
  /** Without the content. */
  readonly brief?: boolean;
  /** With the causes of steps. */
  readonly causes?: boolean;
}

/** Every event of a session in order, with where it came from; a page at a time, so that its length does not matter. */
export async function* replay(
  read: StoreReader,
  session: Session,
  { after = 0, brief = false, causes = false, ...options }: ReplayOptions,
): AsyncGenerator<Replayed> {
  const page = 200;
  const payloadOf = payloadReader(read, options);
  for (let from = after; ;) {
    const events = await read.events(session.uid, { after: from, limit: page });
    const causesOf = causes ? await causesOfSteps(read, events) : new Map<EventId, readonly ReplayedCause[]>();
    for (const event of events) {
      const origin = brief ? await withoutContent(read, event, options) : await whole(read, event, payloadOf, options);
      yield { event, ...origin, causes: causesOf.get(event.id) ?? [] };
    }
    if (events.length < page) return;
    from = events.at(-1)!.seq;
  }
}

type Origin = Pick<Replayed, 'place' | 'content'>;

async function withoutContent(read: StoreReader, event: Event, options: PayloadOptions): Promise<Origin> {
  return { place: await placeOf(read, event, options), content: null };
}

async function whole(
  read: StoreReader,
  event: Event,
  payloadOf: ReadPayload,
  options: PayloadOptions,
): Promise<Origin> {
  try {
    const payload = await payloadOf(event);
    return { place: payload?.place ?? null, content: payload?.what ?? null };
  } catch (error) {
    if (isUnreadable(error)) return withoutContent(read, event, options);
    throw error;
  }
}

/** What is more likely wrong than right is no cause to name beside an event. */
const minConfidence = 0.5;

async function causesOfSteps(
  read: StoreReader,
  events: readonly Event[],
): Promise<ReadonlyMap<EventId, readonly ReplayedCause[]>> {
  const steps = events.filter(({ id, step }) => id === step);
  const edges = (await read.causes(steps.map(({ id }) => refOf(id)))).filter(
    ({ confidence }) => confidence >= minConfidence,
  );
  const named = await read.eventsOf([...new Set(edges.map(({ cause }) => cause))].map(refOf));
  const stepOf = new Map(named.map((event) => [event.id, toStepElsewhere(event)]));
  const causesOf = new Map<EventId, ReplayedCause[]>();
  for (const { cause, effect, types, basis, confidence, evidence } of edges) {
    const step = stepOf.get(cause);
    if (!step) continue;
    const causes = causesOf.get(effect) ?? [];
    causesOf.set(effect, causes);
    const entry = { step, types, basis, confidence, evidence };
    // Edges come best first.
    const at = basis === 'recorded' ? causes.findIndex((each) => each.basis !== 'recorded') : -1;
    causes.splice(at < 0 ? causes.length : at, 0, entry);
  }
  return causesOf;
}
