import type { ToldError } from '../errors.ts';
import { lastCallOf } from './cost.ts';
import type { Places } from './cost.ts';

/**
 * How a failure ended. `open`: it was still there when the session ended. `unproven`: something was changed, and nobody looked
 * whether it helped. `solved`: the same went well afterwards. `refused`: a person or a rule said no, and it stayed so.
 * `dropped`: nobody came back to it. `answer`: nothing was wrong.
 */
export type FailureState = 'open' | 'unproven' | 'solved' | 'refused' | 'dropped' | 'answer';

export function stateOf(story: ToldError, places: Places): FailureState {
  if (story.kind === 'benign') return 'answer';
  if (story.verified) return 'solved';
  if (story.fix.length > 0) return 'unproven';
  if (story.kind === 'denied') return 'refused';
  return isStillThere(story, places) ? 'open' : 'dropped';
}

/**
 * Something in the work that was said to be wrong and that nobody saw right again, or anything the session ended with. Round
 * the rest a way was found; so it was for a call that was wrong in itself, and was made in other words.
 */
function isStillThere(story: ToldError, places: Places): boolean {
  return story.kind === 'real' && (isOfTheWork(story, places) || places.calls - lastCallOf(story, places) < theEnd);
}

function isOfTheWork({ id, culprit: [culprit] }: ToldError, places: Places): boolean {
  const act = places.of(id).step?.act;
  return culprit === undefined ? act === 'check' : culprit.step !== id && act !== 'edit';
}

/** The last calls of a session. */
const theEnd = 3;
