import type { Fix } from '../patterns/fixes.ts';
import type { Ranked } from './rank.ts';

/** Why a failure is in the answer, and why where it is: the strongest reason first. */
export function becauseOf({ chain, how, fixes, times, sessions, isHere }: Ranked): readonly string[] {
  return [
    alike(how),
    ...(isHere ? ['same repository'] : []),
    ...(times > 1 ? [`seen ${times} times${sessions > 1 ? ` in ${sessions} sessions` : ''}`] : []),
    outcome(chain.state, fixes),
  ];
}

function alike({ by, isMain, words, meaning }: Ranked['how']): string {
  if (by === 'fingerprint') return isMain ? 'the same fingerprint' : 'the same complaint in its output';
  if (by === 'spelling') return isMain ? 'the same but for its spelling' : 'the same complaint but for its spelling';
  if (by === 'part') return isMain ? 'the same words stand in it' : 'the same words stand in its output';
  const what = words >= meaning + 0.2 ? 'alike in words' : meaning >= words + 0.2 ? 'alike in meaning' : 'alike in words and meaning';
  return isMain ? what : `a complaint in its output is ${what}`;
}

function outcome(state: Ranked['chain']['state'], fixes: readonly Fix[]): string {
  const [best] = fixes;
  if (best && best.worked > 0) return `fixed ${best.worked} of ${best.tried} times by ${best.action}`;
  if (state === 'resolved') return 'resolved, and nobody knows by what';
  if (state === 'unverified') return 'something was done about it, and nobody looked again';
  return state === 'failed' ? 'given up' : 'nothing is known to have helped';
}
