import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { clipped } from './clipped.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { StepCause } from './answer.ts';

/** Edges with what is at their other end; one whose other end is not here is left out. */
export async function namedCauses(read: StoreReader, edges: readonly Edge[]): Promise<readonly StepCause[]> {
  return named(read, edges, ({ cause }) => cause);
}

export async function namedEffects(read: StoreReader, edges: readonly Edge[]): Promise<readonly StepCause[]> {
  return named(read, edges, ({ effect }) => effect);
}

async function named(
  read: StoreReader,
  edges: readonly Edge[],
  end: (edge: Edge) => EventId,
): Promise<readonly StepCause[]> {
  const steps = new Map<EventId, Event>(
    (await read.eventsOf(edges.map((edge) => refOf(end(edge))))).map((event) => [event.id, event]),
  );
  return edges.flatMap((edge) => {
    const step = steps.get(end(edge));
    if (step === undefined) return [];
    const { types, basis, confidence, evidence } = edge;
    return [
      {
        step: { ...toStepElsewhere(step), summary: clipped(step.summary, mostCharacters), seq: step.seq },
        types,
        basis,
        confidence,
        evidence,
      },
    ];
  });
}

const mostCharacters = 300;
