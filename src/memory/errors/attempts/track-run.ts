import type { Command, Action } from '../steps/action.ts';
import { repairOf, type Repair } from '../steps/repair.ts';
import { isSameCall } from '../steps/same-call.ts';
import { isEqualCommand, isSameCommand } from '../steps/same-command.ts';
import { chosenRepairs, isAdvised, isFixerOf, type MadeRepair } from './chosen-repairs.ts';
import { FailingRun } from './failing-run.ts';
import type { FailedAction, FixTracker } from './fix-tracker.ts';
import { rerunBy } from './reruns.ts';

/**
 * Tracks a command that failed: a test, a compiler, a hook, a program. It is over when its failing part succeeds. The
 * fix is what was changed before a run with fewer of the problems left; what was changed before a run that found them
 * all again was an attempt. Where nothing was changed, the fix is the failing part itself, called otherwise or again.
 */
export function trackRun(failed: FailedAction): FixTracker {
  const run = new FailingRun(failed);
  const { origin, failureClass, parts, isCheck, isOwnFault } = run;
  let left = failed.problems;
  let open = parts;
  let since: MadeRepair[] = [];
  const attempts: string[] = [];
  const fix: string[] = [];
  const asked: string[] = [];
  let how: FixTracker['how'] = 'change';
  let proof: FixTracker['proof'] = null;
  /** The first run after a change that failed, but no longer for any of these reasons. */
  let progress: FixTracker['proof'] = null;
  let steps = 0;

  return {
    get over() {
      return proof !== null;
    },
    attempts,
    get fix() {
      return fix.length > 0 || proof !== null ? fix : unproven();
    },
    asked,
    get how() {
      return this.fix.length === 0 ? null : how;
    },
    get proof() {
      return proof ?? progress;
    },
    follow(action, failure) {
      steps++;
      const repeats = rerunBy(action, run, { open, steps, hasChanged: since.length > 0 });
      if (action.ended !== 'ok') {
        const written = action.hasWritten ? repairOf(action) : undefined;
        if (written) since.push({ ...written, action, step: steps });
        if (failure && hasRun(failure) && (repeats.length > 0 || namesSameFile(failure)))
          settle(failure, repeats.length > 0);
        else if (!action.hasWritten && action.edits.some(({ path }) => run.isFaulty(path))) attempts.push(action.key);
        return;
      }
      const repair = repairOf(action);
      if (isAskedFor(action, repair)) asked.push(action.key);
      if (repair?.by === 'state' && repair.paths.some((path) => run.isFaulty(path))) return takeBack(repair);
      if (failureClass === 'nothing-to-do' && action.commands.some(({ verb }) => verb === 'add')) ask(action.key);
      if (repair && !isOnlyRepeat(repair, action, repeats)) since.push({ ...repair, action, step: steps });
      // Nothing was changed, and whether it passed cannot be seen: that is no proof.
      if (action.filters && !origin.filters && since.length === 0) return;
      open = open.filter((wanted) => !repeats.includes(wanted));
      if (repeats.length > 0 && (open.length === 0 || !isCheck)) prove(action);
    },
  };

  /** The output says to run it, or it installs what the error names. */
  function isAskedFor({ commands }: Action, repair: Repair | undefined): boolean {
    if (commands.some((command) => isAdvised(command, run))) return true;
    return repair?.by === 'install' && commands.some(({ words }) => words.slice(2).some((word) => run.isInError(word)));
  }

  function ask(key: string): void {
    fix.push(key);
    asked.push(key);
  }

  /** A call that is wrong in itself shows nothing about what it was to check. */
  function hasRun({ failureClass: other }: FailedAction): boolean {
    return isOwnFault || !(other === 'mistyped' || other === 'unknown-command' || other === 'misplaced');
  }

  function namesSameFile({ files }: FailedAction): boolean {
    return files.faulty.some((path) => run.isFaulty(path));
  }

  /** It does nothing but the failing part again. */
  function isOnlyRepeat({ by }: Repair, { commands }: Action, repeats: readonly Command[]): boolean {
    if (repeats.length === 0) return false;
    return (
      by === 'run' || (by === 'state' && commands.every((each) => parts.some((part) => isSameCommand(part, each))))
    );
  }

  /** Another run that failed: the problems that are left show whether the changes before it helped. */
  function settle({ problems, action, failureClass: other }: FailedAction, isRepeat: boolean): void {
    const still = new Set([...left].filter((each) => problems.has(each)));
    const helped = still.size < left.size;
    if (left.size > 0 && !isOwnFault) (helped ? fix : attempts).push(...chosenRepairs(since, run));
    else if (isOwnFault && isRepeat && failureClass === other) attempts.push(action.key);
    // It runs now, and fails for another reason: what was wrong with the call is over.
    if (isRepeat && still.size === 0 && problems.size > 0) {
      const end = { key: action.key, at: action.at };
      if (isOwnFault && failureClass !== other && other !== 'absent') {
        fix.push(...provided());
        if (fix.length === 0) {
          how = 'call';
          ask(action.key);
        }
        proof = end;
      } else if (left.size > 0 && fix.length > 0) progress ??= end;
    }
    // Where nothing was changed, another output shows another part of the same problems.
    if (since.length > 0 || isOwnFault) left = still;
    since = [];
  }

  /** The faulty file was reset: the changes in it did not help, and the problems went away with them. */
  function takeBack({ key }: Repair): void {
    if (left.size === 0 && failed.problems.size > 0) return;
    const changed = since.filter(({ by, paths }) => by === 'edit' && paths.some((path) => run.isFaulty(path)));
    attempts.push(...changed.map((repair) => repair.key));
    ask(key);
    left = new Set();
    since = [];
  }

  /** The check was not run again: what was changed soon after, in the files it named, is the likeliest fix. */
  function unproven(): readonly string[] {
    if (isOwnFault) return [];
    return since
      .filter((each) => each.step <= maxUnproven)
      .slice(0, 6)
      .filter(
        ({ by, paths, action }) =>
          (by === 'fixer' && action.commands.some((command) => isFixerOf(command, run))) ||
          (by === 'edit' && paths.some((path) => run.isFaulty(path))),
      )
      .map(({ key }) => key);
  }

  function prove(action: Action): void {
    const { key, at } = action;
    proof = { key, at };
    if (action.terms.has('sudo') && !origin.terms.has('sudo')) {
      // Called as somebody else: what was changed before had not helped.
      attempts.push(...fix.splice(0));
      ask(key);
      how = 'call';
      return;
    }
    // When an earlier run no longer found any of the problems, what came after fixed something else.
    if (isOwnFault)
      fix.push(
        ...since
          .filter(({ by, paths }) => by === 'edit' && paths.some((path) => run.isInError(path)))
          .map((each) => each.key),
        ...provided(),
      );
    else if (failureClass !== 'nothing-to-do' && (left.size > 0 || failed.problems.size === 0))
      fix.push(...chosenRepairs(since, run, isEqual(action)));
    if (fix.length === 0) how = isRetry(action) ? 'retry' : 'call';
    if (failureClass === 'nothing-to-do' || fix.length === 0) fix.push(key);
  }

  /** A program that was not there was installed. */
  function provided(): readonly string[] {
    return run.programIsMissing ? since.filter(({ by }) => by === 'install').map(({ key }) => key) : [];
  }

  /** Nothing was changed that could matter: neither a check nor what is outside depends on how it is called. */
  function isRetry(action: Action): boolean {
    if (isSameCall(origin, action) || (isCheck && !isOwnFault)) return true;
    return action.edits.length === 0 && run.isPassing;
  }

  function isEqual(action: Action): boolean {
    return parts.every((part) => action.commands.some((command) => isEqualCommand(part, command)));
  }
}

/** A change later than this, with no run after it, was hardly made for this. */
const maxUnproven = 20;
