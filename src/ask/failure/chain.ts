import type { EventId } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { mainPath } from '../walk/main-path.ts';
import type { PathStep } from '../walk/main-path.ts';
import { toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { pathTo, Surroundings, walk } from '../walk/walk.ts';
import type { WhyCause } from '../why/why.ts';

/** One step further back from a failure towards its root. */
export interface ChainLink {
  readonly step: StepElsewhere;
  /** This step is the likely culprit of the failure. */
  readonly culprit: boolean;
  /** The link by which it caused the previous step; null when only the error chain connects them. */
  readonly via: WhyCause['via'] | null;
}

/**
 * From a failing step back through its culprit to where that began, nearest first. A culprit that failed itself has
 * its own culprit, and the way goes through that one too. Between them it takes the strongest path there is.
 */
export async function chainOf(
  read: StoreReader,
  failing: EventId,
  culpritOf: (step: EventId) => EventId | undefined,
): Promise<readonly ChainLink[]> {
  const around = new Surroundings(read, 'back', 128);
  const chain: ChainLink[] = [];
  const seen = new Set([failing]);
  let at = failing;
  for (let culprit = culpritOf(at); culprit !== undefined && !seen.has(culprit); culprit = culpritOf(at)) {
    for (const link of await wayTo(culprit)) add(link, link.step.id === culprit);
    at = culprit;
  }
  for (const link of await mainPath(around, at, {})) {
    // Links may lead in a circle.
    if (seen.has(link.step.id)) break;
    add(link, false);
  }
  return chain;

  async function wayTo(culprit: EventId): Promise<readonly OnTheWay[]> {
    const { reached } = await walk(around, at, { limit: farEnough });
    const found = reached.find(({ step, strength }) => step.id === culprit && strength >= strongEnough);
    const path = found ? pathTo(found, new Map(reached.map((each) => [each.step.id, each]))) : [];
    if (found && path.every(({ step }) => !seen.has(step.id))) return path;
    const step = (await around.of(culprit))?.step;
    return step ? [{ step, edge: null }] : [];
  }

  function add({ step, edge }: OnTheWay, culprit: boolean): void {
    seen.add(step.id);
    chain.push({ step: toStepElsewhere(step), culprit, via: edge && viaOf(edge) });
  }
}

interface OnTheWay {
  readonly step: PathStep['step'];
  readonly edge: PathStep['edge'] | null;
}

const farEnough = 200;
/** A weaker way explains less than the story, which names the culprit outright. */
const strongEnough = 0.2;

function viaOf({ effect, types, basis, confidence, evidence }: PathStep['edge']): WhyCause['via'] {
  return { effect, types, basis, confidence, evidence };
}
