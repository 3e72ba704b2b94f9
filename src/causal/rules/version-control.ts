import { changedNames } from '../evidence.ts';
import type { Rule } from '../rule.ts';
import { isBefore, changedFiles } from '../history/step.ts';

const far = 200;
const shortly = 20;
const maxSteps = 4;

/**
 * What is staged, committed or compared is what was changed since the last commit; and one version control step leads
 * to the next.
 */
export const versionControl: Rule = (target, past, propose) => {
  const verb = target.verb;
  if (verb === undefined) return;
  let rank = 0;
  let before = false;
  past.back(target, far, (step) => {
    if (!isBefore(step, target)) return false;
    const other = step.verb;
    if (other !== undefined && !before && target.index - step.index <= shortly) {
      before = true;
      propose(step, 'vcsBefore', 1, () => `${other} just before ${verb}`);
    }
    if (other === 'commit' && !step.failed) return true;
    if (changedFiles(step))
      propose(step, 'committedChange', 1 / ++rank, () => `changed ${changedNames(step)} since the last commit`);
    return rank >= maxSteps;
  });
};
