import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf, toStepElsewhere } from './step.ts';
import type { StepElsewhere } from './step.ts';

/**
 * One step on the way from a step back to the first prompt, as recorded. Where something stands, not why it
 * happened.
 */
export interface LineageLink {
  /**
   * How the previous step depends on this one: it is in this prompt's turn, was spawned by this call, or continues
   * this step.
   */
  readonly relation: 'turn' | 'spawned' | 'continued';
  readonly step: StepElsewhere;
}

/**
 * The prompt of the event's turn, the call that spawned that prompt, the prompt of that call's turn … nearest first.
 */
export async function lineage(read: StoreReader, event: Event, { limit = 10 } = {}): Promise<readonly LineageLink[]> {
  const links: LineageLink[] = [];
  const seen = new Set([event.id]);
  for (let at = event; links.length < limit;) {
    const next = (await turnOf(read, at)) ?? (await originOf(read, at));
    // Links are the agents' own, and may lead in a circle.
    if (!next || seen.has(next.step.id)) break;
    seen.add(next.step.id);
    links.push({ relation: next.relation, step: toStepElsewhere(next.step) });
    at = next.step;
  }
  return links;
}

interface PathStep {
  readonly relation: LineageLink['relation'];
  readonly step: Event;
}

async function turnOf(read: StoreReader, { id, turn }: Event): Promise<PathStep | undefined> {
  const prompt = turn && turn !== id ? await read.event(refOf(turn)) : undefined;
  return prompt && { relation: 'turn', step: prompt };
}

/** Where a turn came from: what its prompt was spawned by or goes on from, else what its session was. */
async function originOf(read: StoreReader, { id, session }: Event): Promise<PathStep | undefined> {
  const edges = await read.causes([refOf(id)]);
  for (const relation of ['spawned', 'continued'] as const) {
    const edge = edges.find(({ basis, types }) => basis === 'recorded' && types.includes(relation));
    const step = edge && (await read.event(refOf(edge.cause)));
    if (step) return { relation, step };
  }
  const parent = (await read.session(session))?.parent;
  // A sub-agent may get another prompt: a later prompt of it has no edge of its own.
  const call = parent?.relation === 'subagent' && parent.step ? await read.event(refOf(parent.step)) : undefined;
  return call && { relation: 'spawned', step: call };
}
