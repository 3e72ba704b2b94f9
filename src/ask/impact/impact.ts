import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { stepOf } from '../walk/step-of.ts';
import { toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { rounded, Surroundings, walk } from '../walk/walk.ts';
import type { WalkOptions } from '../walk/walk.ts';

export interface ImpactAnswer {
  readonly target: { readonly step: StepElsewhere };
  /** Strongest first, as causes are. */
  readonly effects: readonly ImpactEffect[];
  /** The effects that led to nothing further. */
  readonly ends: readonly StepElsewhere[];
  /** There are more effects: weaker than the limit allows, or further on. */
  readonly truncated: boolean;
}

export interface ImpactEffect {
  readonly step: StepElsewhere;
  /** Steps away from the target on the strongest path. */
  readonly depth: number;
  /** The product of confidences on that path. */
  readonly strength: number;
  /** The last link of that path: `cause` led to this step. */
  readonly via: Pick<Edge, 'cause' | 'types' | 'basis' | 'confidence' | 'evidence'>;
}

/** Walks on from an event to what it led to: `why`, forward. */
export async function impact(read: StoreReader, event: Event, options: WalkOptions = {}): Promise<ImpactAnswer> {
  const { limit = 60 } = options;
  const target = await stepOf(read, event);
  const { reached, truncated } = await walk(new Surroundings(read, 'ahead', limit + 1), target.id, {
    ...options,
    limit,
  });
  return {
    target: { step: toStepElsewhere(target) },
    effects: reached.map(({ step, depth, strength, edge: { cause, types, basis, confidence, evidence } }) => ({
      step: toStepElsewhere(step),
      depth,
      strength: rounded(strength),
      via: { cause, types, basis, confidence, evidence },
    })),
    ends: reached.filter(({ isEnd }) => isEnd).map(({ step }) => toStepElsewhere(step)),
    truncated,
  };
}
