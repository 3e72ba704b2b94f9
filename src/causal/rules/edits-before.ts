import type { Candidate } from '../candidates.ts';
import { column } from '../signals.ts';
import { logarithm } from '../history/logarithm.ts';
import { changedFiles, type Step, type Target } from '../history/step.ts';

/**
 * What was changed before the call, for any call: the rank of each change among those since the last check, since the
 * last command of the same program, in the latest run of changes, and among all.
 */
export function editsBefore(target: Target, latestFirst: readonly Candidate[]): void {
  const program = firstWord(target);
  let [sinceCheck, sinceSame, inRun, all, checks] = [0, 0, 0, 0, 0];
  let isSameOver = false;
  let run: 'before' | 'in' | 'over' = 'before';
  for (const { step, signals } of latestFirst) {
    signals.set(column.checksSince, logarithm(1 + checks) / 3);
    signals.set(column.editsSince, logarithm(1 + all) / 3);
    if (step.isPrompt) continue;
    const isSame = program !== undefined && program === firstWord(step);
    if (changedFiles(step)) {
      if (checks === 0) signals.set(column.editSinceCheck, 1 / ++sinceCheck);
      if (!isSameOver) signals.set(column.editSinceSameCommand, 1 / ++sinceSame);
      if (run !== 'over') {
        run = 'in';
        signals.set(column.editInLatestRun, 1 / ++inRun);
      }
      signals.set(column.editRank, 1 / ++all);
      if (namesFolderOf(target, step)) signals.set(column.editFolderNamed, 1);
      continue;
    }
    if (step.group === 'check') {
      checks++;
      if (run === 'in') run = 'over';
    }
    if (isSame && (step.group === 'check' || step.group === target.group)) isSameOver = true;
  }
}

function firstWord({ command }: Step): string | undefined {
  return command.values().next().value;
}

function namesFolderOf({ text }: Target, step: Step): boolean {
  return step.files.some(({ does, path }) => {
    const folder = does === 'edit' ? path.indexOf('/', 1) : -1;
    return folder > 0 && text.includes(path.slice(0, folder));
  });
}
