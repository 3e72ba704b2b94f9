import type { Candidate } from '../candidates.ts';
import type { Rule } from '../rule.ts';
import { column, type Signal } from '../signals.ts';
import { logarithm } from '../history/logarithm.ts';
import { isBefore, type Step, type Target } from '../history/step.ts';

/**
 * What came just before is often what mattered, though order alone is no cause: the weights are small, and depend on
 * what it was.
 */
export const justBefore: Rule = (target, past, propose) => {
  let last: Step | undefined;
  past.back(target, 12, (step) => {
    if (!isBefore(step, target) || (step.isPrompt && !step.isWish)) return false;
    last ??= step;
    if (step === last && !step.isPrompt) propose(step, lastStepAs(step), 1);
    if (step.message === '' || step.message !== last.message) return step !== last;
    propose(step, 'lastMessage', 1);
    return false;
  });
};

function lastStepAs({ group }: Step): Signal {
  if (group === 'look' || group === 'edit') return 'lastStep';
  if (group === 'search' || group === 'list') return 'justBeforeFind';
  return group === 'check' ? 'justBeforeCheck' : 'justBeforeOther';
}

/** The signals that apply to any candidate. */
export function describe({ step, signals }: Candidate, target: Target, current: Step | undefined): void {
  signals.set(column.distance, logarithm(1 + target.index - step.index) / (8 * Math.LN2));
  signals.set(column.size, Math.min(1, logarithm(1 + step.size) / (17 * Math.LN2)));
  if (step.isPrompt) {
    signals.set(column.isPrompt, 1);
    if (step !== current) signals.set(column.promptOlder, 1);
    return;
  }
  if (step.group === 'plan') signals.set(column.isPlan, 1);
  if (step.failed) signals.set(column.failed, 1);
}
