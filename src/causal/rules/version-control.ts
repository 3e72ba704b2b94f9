import type { Rule } from '../rule.ts';
import { changedFiles, sameFile, verbOf } from '../step.ts';
import { isBefore } from './replaced-text.ts';
import { filesOf } from './verification.ts';

const far = 200;
const shortly = 20;
/** Verbs that show or take in what was changed. */
const takesChanges = /^(?:add|commit|diff|status|show|rm|mv|checkout|stage)$/;
const records = /^(?:add|commit|push|stage)$/;
const shows = /^(?:status|diff|log|show)$/;

/** What is staged, committed or compared is what was changed since the last commit; and what status and diff had shown of it. */
export const versionControl: Rule = (target, past, propose) => {
  const verb = verbOf(target);
  if (verb === undefined) return;
  past.back(target, shortly, (step) => {
    const other = verbOf(step);
    if (other === undefined || !isBefore(step, target)) return false;
    if ((verb === 'commit' && other === 'add') || (verb === 'push' && other === 'commit')) propose(step, 'stagedBefore', 1, () => `git ${other} before git ${verb}`);
    else propose(step, 'committedBefore', 1, () => `${other} before ${verb}`);
    return true;
  });
  if (!(takesChanges.test(verb) || records.test(verb))) return;
  let rank = 0;
  let checked = false;
  past.back(target, far, (step) => {
    if (!isBefore(step, target) || step.isPrompt) return false;
    const other = verbOf(step);
    if (other === verb && takesChanges.test(verb)) return true;
    if (other === 'commit' && !step.failed) return true;
    if (records.test(verb) && other !== undefined && shows.test(other)) propose(step, 'committedSeen', 1, () => `showed what had changed (${other})`);
    if (records.test(verb) && !checked && target.index - step.index <= shortly && step.group === 'check') {
      checked = true;
      propose(step, 'committedAfterCheck', 1, () => 'the check before it');
    }
    if (changedFiles(step)) {
      rank++;
      const evidence = (): string => `changed ${filesOf(step)}`;
      if (rank === 1) propose(step, 'committedEdit', 1, evidence);
      else if (rank === 2) propose(step, 'committedEditBefore', 1, evidence);
      if (target.files.some(({ path }) => step.files.some((file) => file.does === 'edit' && (sameFile(file.path, path) || file.path.startsWith(`${path}/`))))) {
        propose(step, 'committedNamed', 1, () => `changed ${filesOf(step)}, which this names`);
      }
    }
    return false;
  });
};
