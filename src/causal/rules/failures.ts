import type { Rule } from '../rule.ts';
import { isBefore, commandLikeness, likeness, type Step } from '../history/step.ts';
import { namesFileOf } from './named-file.ts';

/** How far back, in steps, a failure still needs an answer, and how many of them are considered. */
const far = 60;
const maxLooked = 4;
/** Two calls that share this much of their words are the same one again. */
const alike = 0.6;
const somewhatAlike = 0.5;

/** A failure is answered by the next step, by the same call once more, or by going to the file it names. */
export const failures: Rule = (target, past, propose) => {
  const between: Step[] = [];
  let looked = 0;
  let twin: Step | undefined;
  let twinLikeness = 0;
  past.back(target, far, (step) => {
    if (!isBefore(step, target)) {
      between.push(step);
      return false;
    }
    if (step.isPrompt || !step.failed) {
      if (step.isWish && ++looked >= maxLooked) return true;
      between.push(step);
      return false;
    }
    const solved = between.some((later) => later.done && !later.failed && isSameAgain(later, step));
    const superseded = between.some(
      (later) => later.done && later.failed && later.message !== step.message && isSameAgain(later, step),
    );
    const isNext = between.every((later) => later.isPrompt || sameMessage(later, step) || sameMessage(later, target));
    const named = namesFileOf(step, target.files, past);
    propose(step, 'failed', 1);
    if (solved) propose(step, 'failureSolved', 1);
    if (superseded) propose(step, 'failureSuperseded', 1);
    if (isNext && !solved) propose(step, 'failedJustNow', 1, () => 'failed just before it');
    if (named !== undefined)
      propose(
        step,
        solved ? 'failureNamesFileSolved' : 'failureNamesFile',
        1,
        () => `failed, and the output names "${named}"`,
      );
    const same =
      target.group === step.group && (target.group !== 'check' || target.checkKind === step.checkKind)
        ? likeness(target, step, somewhatAlike)
        : 0;
    if (same >= somewhatAlike && same > twinLikeness) [twin, twinLikeness] = [step, same];
    between.push(step);
    return ++looked >= maxLooked;
  });
  if (twin) propose(twin, 'failedTwin', twinLikeness, () => 'failed, and it is the same call again');

  if (target.command.size === 0) return;
  let calls = 0;
  past.back(target, far, (step) => {
    if (step.isPrompt || !isBefore(step, target)) return false;
    const same = commandLikeness(target, step);
    if (same >= somewhatAlike) propose(step, 'commandAlike', same, () => 'a very similar command');
    return same >= somewhatAlike || ++calls >= 12;
  });
};

function isSameAgain(later: Step, step: Step): boolean {
  return later.group === step.group && likeness(later, step, alike) >= alike;
}

function sameMessage(a: Step, b: Step): boolean {
  return a.message !== '' && a.message === b.message;
}
