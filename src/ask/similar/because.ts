import { isRetried } from '../patterns/fix-marks.ts';
import { helpful, type Fix } from '../patterns/fixes.ts';
import type { Ranked } from './rank.ts';

/** Why a failure matches, the strongest reason first. */
export function becauseOf({ chain, how, fixes, times, sessions, isHere }: Ranked): readonly string[] {
  return [
    alike(how),
    ...(chain.pulled ? ["from the team's server"] : []),
    ...(isHere ? ['same repository'] : []),
    ...(times > 1 ? [`seen ${times} times${sessions > 1 ? ` in ${sessions} sessions` : ''}`] : []),
    outcome(chain, fixes),
  ];
}

function alike({ by, isMain, message, words, meaning }: Ranked['how']): string {
  if (by === 'likeness') {
    const how = likeness(words, meaning);
    if (message !== null) return `a message in its output is ${how}: ${cut(message)}`;
    return isMain ? how : `${how} to another message in your output`;
  }
  const { whole, theirs, yours } = sameness[by];
  if (message !== null) return `${theirs}: ${cut(message)}`;
  return isMain ? whole : yours;
}

const sameness = {
  fingerprint: {
    whole: 'same fingerprint',
    theirs: 'same message in its output',
    yours: 'same as another message in your output',
  },
  variant: {
    whole: 'variant of the same message',
    theirs: 'variant of a message in its output',
    yours: 'variant of another message in your output',
  },
  part: {
    whole: 'contains the same text',
    theirs: 'its output contains the same text',
    yours: 'contains text of another message in your output',
  },
};

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

const longest = 100;

function likeness(words: number, meaning: number): string {
  if (words >= meaning + 0.2) return 'similar in wording';
  return meaning >= words + 0.2 ? 'similar in meaning' : 'similar in wording and meaning';
}

function outcome({ state, attempts }: Ranked['chain'], fixes: readonly Fix[]): string {
  const [best] = helpful(fixes);
  if (best) return `fixed ${best.worked} of ${best.tried} times by ${best.action}`;
  if (isRetried({ attempts })) return 'went away on retry; nothing was changed';
  const then = attempts.findLast(({ successful }) => successful === true);
  if (then) return `fixed that time by ${then.action}`;
  if (state === 'resolved') return 'resolved; the fix is not recorded';
  if (state === 'unverified') return 'attempted; never checked';
  return state === 'failed' ? 'given up' : 'no known fix';
}
