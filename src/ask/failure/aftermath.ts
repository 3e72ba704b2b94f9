import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { BriefEvent, StoreReader } from '../../store/store.ts';
import type { ImpactEffect } from '../impact/impact.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { rounded, Surroundings, walk } from '../walk/walk.ts';
import type { Reached } from '../walk/walk.ts';
import type { Stories } from './stories.ts';

export interface Aftermath {
  /** What went wrong or was tried again because of the failure, in the order in which it happened. */
  readonly broke: readonly BrokenStep[];
  readonly broke_total: number;
  readonly downstream: Downstream;
}

/** How much followed from a failure, over likely links. */
export interface Downstream {
  readonly steps: number;
  readonly failures: number;
  /** There is more than was read. */
  readonly truncated: boolean;
}

export interface BrokenStep {
  readonly step: StepElsewhere;
  /**
   * `effect`: it failed and links lead to it. `retry`: it repeats a step on that path. `cascade`: it was cancelled because of
   * the failure. `again`: it failed later with the same fingerprint.
   */
  readonly how: readonly ('effect' | 'retry' | 'cascade' | 'again')[];
  /** The strongest path of links to it and the last of them; null where no link leads there. */
  readonly strength: number | null;
  readonly via: ImpactEffect['via'] | null;
}

/**
 * What a failure broke next, the first `limit` of it: along the links forward, and by what the stories of its session
 * say.
 */
export async function aftermathOf(
  read: StoreReader,
  failing: Pick<Event, 'id' | 'session'>,
  stories: Stories,
  limit: number,
): Promise<Aftermath> {
  const { reached, downstream } = await downstreamOf(read, failing.id, stories);
  const broken = new Map<EventId, Broken>();
  for (const { step, strength, edge } of reached) {
    const how = [
      ...(isFailure(step, stories) ? ['effect' as const] : []),
      ...(edge.types.includes('retried') ? ['retry' as const] : []),
    ];
    const { cause, types, basis, confidence, evidence } = edge;
    if (how.length > 0)
      broken.set(step.id, {
        id: step.id,
        how,
        strength: rounded(strength),
        via: { cause, types, basis, confidence, evidence },
        session: step.session,
        seq: step.seq,
        at: timeOf(step),
      });
  }
  const named = new Map([
    ...stories.cascadesOf(failing.id).map((story) => [story, 'cascade'] as const),
    ...stories.againAfter(failing.id).map((story) => [story, 'again'] as const),
  ]);
  for (const [{ id, key }, how] of named) {
    if (!stories.places.has(key)) continue;
    const known = broken.get(id) ?? {
      id,
      how: [],
      strength: null,
      via: null,
      session: failing.session,
      ...stories.places.of(key),
    };
    broken.set(id, { ...known, how: [...known.how, how] });
  }
  const inOrder = [...broken.values()].toSorted((a, b) =>
    a.session === b.session ? a.seq - b.seq : (a.at ?? 0) - (b.at ?? 0),
  );
  const steps = await read.eventsOf(inOrder.slice(0, limit).map(({ id }) => refOf(id)));
  const broke = steps.map((step) => {
    const { how, strength, via } = broken.get(step.id)!;
    return { step: toStepElsewhere(step), how, strength, via };
  });
  return { broke, broke_total: inOrder.length, downstream };
}

/** There may be ten thousand: their words are read of those that are shown. */
interface Broken extends Omit<BrokenStep, 'step'> {
  readonly id: EventId;
  readonly session: SessionUid;
  readonly seq: number;
  readonly at: number | null;
}

function timeOf({ at }: BriefEvent): number | null {
  return at === null ? null : Date.parse(at);
}

/** The steps that followed from a failure, guesses and faint connections left out. */
export async function downstreamOf(
  read: StoreReader,
  failing: EventId,
  stories: Stories,
): Promise<{ readonly reached: readonly Reached[]; readonly downstream: Downstream }> {
  const { reached: all, truncated } = await walk(new Surroundings(read, 'ahead', 64), failing, {
    limit: farEnough,
    minConfidence: 0.5,
  });
  const reached = all.filter(({ strength }) => strength >= strongEnough);
  const failures = reached.filter(({ step }) => isFailure(step, stories)).length;
  return {
    reached,
    downstream: { steps: reached.length, failures, truncated: truncated && reached.length === all.length },
  };
}

/** What only said "nothing found" broke nothing. */
function isFailure({ id, failed }: BriefEvent, stories: Stories): boolean {
  return failed && stories.of(id)?.kind !== 'benign';
}

const farEnough = 300;
const strongEnough = 0.3;
