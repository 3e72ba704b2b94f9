import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf, toStep } from '../walk/step.ts';
import type { Cause, Step } from '../walk/step.ts';

export interface GraphStep extends Step {
  /** Best first, one entry per cause. */
  readonly causes: readonly Cause[];
}

export interface GraphAnswer {
  readonly session: Session;
  readonly steps: readonly GraphStep[];
  readonly total: number;
  readonly truncated: boolean;
  /** After which step (`seq`) the next page begins; null when this is the last. */
  readonly next: number | null;
}

/** The steps of a session in order, each with its direct causes. */
export async function graph(
  read: StoreReader,
  session: Session,
  { limit = 100, after = 0 } = {},
): Promise<GraphAnswer> {
  const found = await read.steps(session.uid, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const truncated = found.length > limit;
  return {
    session,
    steps: await withCauses(read, page),
    total: session.steps,
    truncated,
    next: truncated ? page.at(-1)!.seq : null,
  };
}

/** All steps of a session, a page at a time, so that its length does not matter. */
export async function* graphSteps(read: StoreReader, session: Session, page = 500): AsyncGenerator<GraphStep> {
  const natives = new Map<EventId, string | null>();
  for (let after = 0; ;) {
    const found = await read.steps(session.uid, { after, limit: page });
    yield* await withCauses(read, found, natives);
    if (found.length < page) return;
    after = found.at(-1)!.seq;
  }
}

/** `natives` are the agents' own ids of steps seen so far. */
export async function withCauses(
  read: StoreReader,
  steps: readonly Event[],
  natives: Map<EventId, string | null> = new Map(),
): Promise<readonly GraphStep[]> {
  // Most causes are a few steps away; older ones are looked up again rather than remembered for ever.
  if (natives.size > 20_000) natives.clear();
  for (const { id, native_id } of steps) natives.set(id, native_id);
  const edges = await read.causes(steps.map(({ id }) => refOf(id)));
  const unknown = [...new Set(edges.map(({ cause }) => cause))].filter((cause) => !natives.has(cause));
  for (const { id, native_id } of await read.eventsOf(unknown.map(refOf))) natives.set(id, native_id);
  const causesOf = new Map<EventId, Cause[]>(steps.map(({ id }) => [id, []]));
  for (const { cause, effect, types, basis, confidence, evidence } of edges) {
    // A recorder may name an event that was never recorded.
    const native_id = natives.get(cause);
    if (native_id !== undefined)
      causesOf.get(effect)?.push({ step: cause, native_id, types, basis, confidence, evidence });
  }
  return steps.map((step) => ({ ...toStep(step), causes: causesOf.get(step.id)! }));
}
