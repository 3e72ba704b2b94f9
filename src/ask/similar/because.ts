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

function alike({ by, isMain, complaint, words, meaning }: Ranked['how']): string {
  if (by === 'likeness') {
    const how = likeness(words, meaning);
    if (complaint !== null) return `a complaint in its output is ${how}: ${cut(complaint)}`;
    return isMain ? how : `${how} to another complaint in your output`;
  }
  const { whole, theirs, yours } = sameness[by];
  if (complaint !== null) return `${theirs}: ${cut(complaint)}`;
  return isMain ? whole : yours;
}

const sameness = {
  fingerprint: {
    whole: 'the same fingerprint',
    theirs: 'the same complaint in its output',
    yours: 'the same as another complaint in your output',
  },
  spelling: {
    whole: 'the same but for its spelling',
    theirs: 'the same complaint in its output but for its spelling',
    yours: 'the same as another complaint in your output but for its spelling',
  },
  part: {
    whole: 'the same words stand in it',
    theirs: 'the same words stand in its output',
    yours: 'words of another complaint in your output stand in it',
  },
};

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

const longest = 100;

function likeness(words: number, meaning: number): string {
  if (words >= meaning + 0.2) return 'alike in words';
  return meaning >= words + 0.2 ? 'alike in meaning' : 'alike in words and meaning';
}

function outcome(state: Ranked['chain']['state'], fixes: readonly Fix[]): string {
  const [best] = fixes;
  if (best && best.worked > 0) return `fixed ${best.worked} of ${best.tried} times by ${best.action}`;
  if (state === 'resolved') return 'resolved, and nobody knows by what';
  if (state === 'unverified') return 'something was done about it, and nobody looked again';
  return state === 'failed' ? 'given up' : 'nothing is known to have helped';
}
