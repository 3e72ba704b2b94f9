import type { Rule } from '../rule.ts';
import type { Signal } from '../signals.ts';
import type { Step } from '../step.ts';
import { isBefore } from './replaced-text.ts';

/** What came just before is often what mattered, though order alone is no cause: the weights are small, and differ by what it was. */
export const justBefore: Rule = (target, past, propose) => {
  let last: Step | undefined;
  past.back(target, 12, (step) => {
    if (!isBefore(step, target) || (step.isPrompt && !step.isWish)) return false;
    last ??= step;
    if (step === last) {
      const signal = justBeforeOf(step);
      propose(step, signal ?? 'lastStep', 1, () => (step.isPrompt ? 'this is the first step after it' : 'the step just before'));
    }
    if (step.message === '' || step.message !== last.message) return step !== last;
    propose(step, 'lastMessage', 1, () => 'in the message just before');
    return false;
  });
};

function justBeforeOf({ isPrompt, group }: Step): Signal | undefined {
  if (isPrompt) return 'justBeforePrompt';
  if (group === 'look' || group === 'edit') return undefined;
  if (group === 'search' || group === 'list') return 'justBeforeFind';
  return group === 'check' ? 'justBeforeCheck' : 'justBeforeOther';
}
