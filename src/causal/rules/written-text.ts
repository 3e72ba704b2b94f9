import { lineShare } from '../evidence.ts';
import type { Rule } from '../rule.ts';
import { shareFile } from '../history/step.ts';
import { covering, sampleHeld, leader, theRest } from '../text/line-cover.ts';

/** Written text was often seen elsewhere: copied from another file, from a plan, from a command's output. */
export const writtenText: Rule = (target, past, propose) => {
  const lines = new Set<number>();
  for (const { textRead } of target.edits)
    for (let at = 0; at < textRead.lines.length; at++) lines.add(textRead.lines.hash[at]!);
  if (lines.size === 0) return;
  const cover = covering(lines, past, target);
  const sample = (step: Parameters<typeof sampleHeld>[3]): string => {
    for (const { text, textRead } of target.edits) {
      const found = sampleHeld(text, textRead.lines, past, step);
      if (found !== undefined) return found;
    }
    return '';
  };
  let here = false;
  for (const [step, hit] of cover) {
    if (shareFile(step, target)) here = true;
    else
      propose(
        step,
        'writtenShare',
        hit / lines.size,
        () => `shows ${lineShare(hit, lines.size)} it writes: ${sample(step)}`,
      );
  }
  const best = leader(cover, target);
  if (!best) return;
  if (!here)
    propose(
      best,
      'writtenElsewhere',
      cover.get(best)! / lines.size,
      () => `shows ${lineShare(cover.get(best)!, lines.size)} it writes: ${sample(best)}`,
    );
  for (const [step, hit] of theRest(lines, best, past, target))
    propose(
      step,
      'writtenRest',
      hit / lines.size,
      () => `shows ${lineShare(hit, lines.size)} it writes: ${sample(step)}`,
    );
};
