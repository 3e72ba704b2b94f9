import type { Rule } from '../rule.ts';
import { isBefore } from '../history/step.ts';

/** A list of things to do follows from the list before it. */
export const plans: Rule = (target, past, propose) => {
  if (target.group !== 'plan') return;
  past.back(target, 300, (step) => {
    if (step.group !== 'plan' || !isBefore(step, target)) return false;
    propose(step, 'planBefore', 1, () => 'the plan before this one');
    return true;
  });
};
