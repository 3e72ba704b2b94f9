import type { Action, Command } from '../steps/action.ts';
import { narrowedTo } from '../steps/narrowed.ts';
import { asksForHelp, isSameCommand, isSamePlace, programOf } from '../steps/same-command.ts';
import { isSameFile } from '../steps/same-file.ts';
import { overlap } from '../steps/text-marks.ts';
import type { FailingRun } from './failing-run.ts';

/** What has happened since the failure. */
export interface SoFar {
  /** The failing parts that have not passed yet. */
  readonly open: readonly Command[];
  readonly steps: number;
  readonly hasChanged: boolean;
}

/** The failing parts that an action runs again. */
export function rerunBy(action: Action, run: FailingRun, { open, steps, hasChanged }: SoFar): readonly Command[] {
  const { origin, isCheck, isOwnFault } = run;
  if ((action.counts && !origin.counts) || (action.ignores && !origin.ignores && run.failureClass !== 'timed-out'))
    return [];
  if (!isCheck && steps > maxSteps) return [];
  const same = open.filter((wanted) =>
    action.commands.some((command) => isRerunOf(wanted, command, { run, hasChanged, isEdit: action.edits.length > 0 })),
  );
  if (same.length === 0 && hasSameGoal(action, run)) return open;
  if (same.length > 0 || isCheck)
    return run.isGuess && same.length > 0 && overlap(origin.terms, action.terms) < guessed ? [] : same;
  if (runsScript(action, run) || (isOwnFault && isSameSearch(action, origin))) return open;
  const isAlike =
    !action.asks &&
    !action.commands.some(asksForHelp) &&
    action.commands.some((command) =>
      open.some((wanted) => isSamePlace(wanted, command) && (isOwnFault || sharesTarget(wanted, command))),
    ) &&
    overlap(origin.terms, action.terms) >= alike;
  return isAlike ? open : [];
}

/** Two calls of one tool that share this much of their arguments are the same call, changed. */
const alike = 0.65;
/** Enough where a part of the line is the same, and it is not known whether it was the failing one. */
const guessed = 0.4;
/** A program that is run again later than this is run for another reason. */
const maxSteps = 30;

function isRerunOf(
  wanted: Command,
  command: Command,
  { run, hasChanged, isEdit }: { readonly run: FailingRun; readonly hasChanged: boolean; readonly isEdit: boolean },
): boolean {
  const { failed, isOwnFault } = run;
  // A fixer that could not fix everything is verified by any check of its kind.
  if (!isOwnFault && wanted.fixes && command.check !== null && command.check === wanted.check) return true;
  if (command.check !== null && !command.fixes && failed.checks.has(command.check)) return true;
  if (hasChanged && wanted.check === 'type' && command.check === 'build' && isSamePlace(wanted, command)) return true;
  if (run.failureClass === 'misplaced' && command.words[0] === wanted.words[0])
    return command.verb !== 'init' && command.verb !== 'add';
  const isSameProgram = (run.programIsMissing || run.accessIsMissing) && programIn(command) === programIn(wanted);
  // The program was not there: now it runs.
  if (run.programIsMissing && isSameProgram) return isSamePlace(wanted, command);
  // The program refused to work for who called it: now it works.
  if (run.accessIsMissing && wanted.verb === null && isSameProgram && !asksForHelp(command)) return true;
  // The call was wrong, not what it checks: any check of the kind that runs shows how it is done.
  if (isOwnFault && wanted.check !== null && command.check === wanted.check && !isEdit)
    return !asksForHelp(command) && isSamePlace(wanted, command);
  if (!isSameCommand(wanted, command) || !covers(wanted, command, run.errorText)) return false;
  return (
    command.paths.length === 0 ||
    command.check === null ||
    sharePaths(wanted, command) ||
    command.paths.some((path) => run.isFaulty(path) || run.isMentioned(path))
  );
}

function programIn({ words: [program = ''] }: Command): string {
  return programOf(program);
}

/** A run that is limited to some tests proves only what it names. */
function covers(wanted: Command, command: Command, errorText: string): boolean {
  const names = narrowedTo(command);
  if (names.length === 0 || names.join('|') === narrowedTo(wanted).join('|')) return true;
  return names.some((name) => name.length > 3 && errorText.includes(name));
}

function runsScript({ terms, asks, edits, commands }: Action, { scripts }: FailingRun): boolean {
  return commands.length > 0 && !asks && edits.length === 0 && scripts.some((script) => terms.has(script));
}

/** The call was wrong, and what it was for is done in another way. */
function hasSameGoal({ goals, commands, edits }: Action, { origin, isOwnFault, failureClass }: FailingRun): boolean {
  if (!isOwnFault && failureClass !== 'absent') return false;
  return edits.length === 0 && !commands.some(asksForHelp) && !goals.isDisjointFrom(origin.goals);
}

function isSameSearch({ sought }: Action, origin: Action): boolean {
  return [...origin.sought].some((word) => sought.has(word));
}

/** The last of what they name: `winget search A` does not go on with `winget search B`. */
function sharesTarget({ words: one }: Command, { words: other }: Command): boolean {
  const [program, verb, ...targets] = one.filter((word) => !word.startsWith('-'));
  if (targets.length === 0 || program !== other[0] || !other.includes(verb!)) return true;
  return targets.some((target) => other.includes(target));
}

function sharePaths(one: Command, other: Command): boolean {
  return one.paths.some((path) => other.paths.some((each) => isSameFile(each, path)));
}
