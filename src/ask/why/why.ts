import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { lineage } from '../walk/lineage.ts';
import type { LineageLink } from '../walk/lineage.ts';
import { mainPath } from '../walk/main-path.ts';
import type { PathStep } from '../walk/main-path.ts';
import { failureOf, stepOf } from '../walk/step-of.ts';
import { toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { rounded, Surroundings, walk } from '../walk/walk.ts';
import type { WalkOptions } from '../walk/walk.ts';

export interface WhyAnswer {
  readonly target: {
    readonly step: StepElsewhere;
    /** The error message. */
    readonly failure: string | null;
  };
  /** Strongest first: a cause is as strong as the best product of confidences on a path to it. */
  readonly causes: readonly WhyCause[];
  /** The main path (see main-path.ts), nearest first. */
  readonly line: readonly WhyCause[];
  /** The causes that have no cause themselves. */
  readonly roots: readonly StepElsewhere[];
  /** There are more causes: weaker than the limit allows, or further back. */
  readonly truncated: boolean;
  /** The target's lineage back to the first prompt, at most ten steps. Context, not causes. */
  readonly lineage: readonly LineageLink[];
}

export interface WhyCause {
  readonly step: StepElsewhere;
  /** Steps away from the target on the path it was reached by. */
  readonly depth: number;
  /** The product of confidences on that path. */
  readonly strength: number;
  /** The last link of that path: this step caused `effect`. */
  readonly via: Pick<Edge, 'effect' | 'types' | 'basis' | 'confidence' | 'evidence'>;
}

/** Walks back from an event to what led to it, strongest first, each step once, across sessions. */
export async function why(read: StoreReader, event: Event, options: WalkOptions = {}): Promise<WhyAnswer> {
  const { limit = 60 } = options;
  const target = await stepOf(read, event);
  const around = new Surroundings(read, 'back', limit + 1);
  const { reached, truncated } = await walk(around, target.id, { ...options, limit });
  const failure = await failureOf(read, target);
  return {
    target: { step: toStepElsewhere(target), failure },
    causes: reached.map(({ step, depth, strength, edge }) => ({
      step: toStepElsewhere(step),
      depth,
      strength: rounded(strength),
      via: viaOf(edge),
    })),
    line: toCauses(await mainPath(around, target.id, { ...options, failure })),
    roots: reached.filter(({ isEnd }) => isEnd).map(({ step }) => toStepElsewhere(step)),
    truncated,
    lineage: await lineage(read, target),
  };
}

function toCauses(line: readonly PathStep[]): readonly WhyCause[] {
  let strength = 1;
  return line.map(({ step, edge }, at) => {
    strength *= edge.confidence;
    return { step: toStepElsewhere(step), depth: at + 1, strength: rounded(strength), via: viaOf(edge) };
  });
}

function viaOf({ effect, types, basis, confidence, evidence }: Edge): WhyCause['via'] {
  return { effect, types, basis, confidence, evidence };
}
