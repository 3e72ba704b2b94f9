import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { stepOf } from '../walk/step-of.ts';
import { toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { pathTo, rounded, Surroundings, walk } from '../walk/walk.ts';
import type { WalkOptions } from '../walk/walk.ts';

export interface RootsAnswer {
  readonly target: { readonly step: StepElsewhere };
  /** Strongest first. */
  readonly roots: readonly Root[];
  readonly total: number;
  /** There are more roots, or more causes than were walked through to find them. */
  readonly truncated: boolean;
}

export interface Root {
  /** A cause that has no cause itself. */
  readonly step: StepElsewhere;
  /** The product of confidences on the strongest path to it. */
  readonly strength: number;
  readonly depth: number;
  /** Whether every link of that path is recorded. */
  readonly recorded: boolean;
  /** That path, from the step nearest to the target to the root itself. */
  readonly path: readonly StepElsewhere[];
}

/** Where something began: all causes without causes, each by the strongest path to it. */
export async function roots(
  read: StoreReader,
  event: Event,
  { limit = 10, ...options }: WalkOptions = {},
): Promise<RootsAnswer> {
  const target = await stepOf(read, event);
  const { reached, truncated } = await walk(new Surroundings(read, 'back', 128), target.id, {
    ...options,
    limit: mostSteps,
  });
  const byId = new Map(reached.map((each) => [each.step.id, each]));
  const ends = reached.filter(({ isEnd }) => isEnd);
  return {
    target: { step: toStepElsewhere(target) },
    roots: ends.slice(0, limit).map((end) => {
      const path = pathTo(end, byId);
      return {
        step: toStepElsewhere(end.step),
        strength: rounded(end.strength),
        depth: end.depth,
        recorded: path.every(({ edge }) => edge.basis === 'recorded'),
        path: path.map(({ step }) => toStepElsewhere(step)),
      };
    }),
    total: ends.length,
    truncated: truncated || ends.length > limit,
  };
}

/** A root may be far away; further than this is nobody's cause any more. */
const mostSteps = 1_000;
