import { lastCallOf } from './cost.ts';
import type { Places } from './places.ts';
import type { Story } from './stories.ts';

/**
 * How a failure ended. `open`: not fixed when the session ended. `unproven`: something was changed but not checked.
 * `solved`: the same check passed afterwards, or a person confirmed it. `refused`: denied by a person or a rule.
 * `dropped`: not worked on again. `answer`: benign, nothing was wrong.
 */
export type FailureState = 'open' | 'unproven' | 'solved' | 'refused' | 'dropped' | 'answer';

export function stateOf(story: Story, places: Places): FailureState {
  if (story.kind === 'benign') return 'answer';
  if (story.state === 'resolved') return 'solved';
  if (story.fix.length > 0) return 'unproven';
  if (story.kind === 'denied') return 'refused';
  return isStillThere(story, places) ? 'open' : 'dropped';
}

/**
 * A check that nobody saw pass again, or something at the end of the session. Round the rest a way was found; so it
 * was for a call that was wrong in itself and was made in other words, unless it was one of the last.
 */
function isStillThere(story: Story, places: Places): boolean {
  const act = places.of(story.key).act ?? 'other';
  if (story.kind !== 'real' || act === 'read' || act === 'search' || act === 'web') return false;
  const callsLeft = places.calls - lastCallOf(story, places);
  if (story.culprit === story.id) return callsLeft < lastCalls;
  return act === 'check' || callsLeft < Math.max(lastCalls, places.calls / 10);
}

const lastCalls = 3;
