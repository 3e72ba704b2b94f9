import { changedNames } from '../evidence.ts';
import type { Rule } from '../rule.ts';
import type { Signal } from '../signals.ts';
import { isBefore, changedFiles } from '../history/step.ts';

/** A check after this many steps is about something else. */
const far = 300;
const ranks: readonly Signal[] = ['verifiesLast', 'verifiesSecond', 'verifiesThird', 'verifiesFourth'];

/** A check is about what changed since the last one of its kind, and about the run it repeats. */
export const verification: Rule = (target, past, propose) => {
  const kind = target.checkKind;
  if (kind === undefined) return;
  let rank = 0;
  let repeated = false;
  past.back(target, far, (step) => {
    if (!isBefore(step, target)) return false;
    // A fixer of that kind has checked what came before it, and is itself to be checked.
    if (step.checkKind === kind && !changedFiles(step)) {
      if (!repeated)
        propose(step, step.failed ? 'runFailedBefore' : 'runPassedBefore', 1, () =>
          step.failed ? `the same ${word(kind)} failed` : `the ${word(kind)} before`,
        );
      repeated = true;
      // A failed run that is repeated with nothing changed was about the changes before it, and so is this one.
      return !step.failed || rank > 0;
    }
    if (changedFiles(step) && rank < ranks.length)
      propose(step, ranks[rank++]!, 1, () => `changed ${changedNames(step)} since the last ${word(kind)}`);
    return step.checkKind === kind;
  });
};

function word(kind: string): string {
  return kind === 'type' ? 'type check' : kind === 'test' ? 'test run' : kind;
}
