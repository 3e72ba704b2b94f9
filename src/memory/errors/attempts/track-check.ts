import type { Command, Action } from '../steps/action.ts';
import type { FailedAction, FixTracker } from './fix-tracker.ts';
import { repairOf } from '../steps/repair.ts';
import type { Repair } from '../steps/repair.ts';
import { isSameCommand } from '../steps/same-command.ts';
import { isSameFile } from '../steps/same-file.ts';

/**
 * Tracks a run that found problems: a test, a compiler, a hook, a program. It is over when the same run passes. The fix
 * is what was changed before a run with fewer of the problems left; what was changed before a run that found them all
 * again was an attempt.
 */
export function trackCheck(failed: FailedAction): FixTracker {
  const { action: origin, failureClass, files } = failed;
  let left = failed.problems;
  let open = wantedOf(origin.commands);
  let since: Repair[] = [];
  const attempts: string[] = [];
  const fix: string[] = [];
  let proof: FixTracker['proof'] = null;
  /** Steps since a run last found the problems. */
  let quiet = 0;

  return {
    get over() {
      return proof !== null;
    },
    attempts,
    get fix() {
      return fix.length > 0 || proof !== null ? fix : unproven();
    },
    get proof() {
      return proof;
    },
    follow(action, failure) {
      const repeats = open.filter((wanted) => action.commands.some((command) => isProofOf(wanted, command)));
      if (action.ended !== 'ok') {
        if (failure && (repeats.length > 0 || namesSameFile(failure))) settle(failure);
        else if (action.edits.some(({ path }) => isFaulty(path))) attempts.push(action.key);
        return;
      }
      const repair = repairOf(action);
      quiet++;
      if (repair?.by === 'state' && repair.paths.some(isFaulty)) return takeBack(repair);
      if (failureClass === 'nothing-to-do' && action.commands.some(({ verb }) => verb === 'add')) fix.push(action.key);
      if (repair && !(repair.by === 'run' && repeats.length > 0)) since.push(repair);
      open = open.filter((wanted) => !repeats.includes(wanted));
      if (repeats.length > 0 && open.length === 0) prove(action);
    },
  };

  /** Another run that failed: the problems that are left show whether the changes before it helped. */
  function settle({ problems }: FailedAction): void {
    const still = new Set([...left].filter((each) => problems.has(each)));
    const helped = still.size < left.size;
    if (left.size > 0) (helped ? fix : attempts).push(...chosen(since));
    left = still;
    since = [];
    quiet = 0;
  }

  /** The faulty file was reset: the changes in it did not help, and the problems went away with them. */
  function takeBack({ key }: Repair): void {
    if (left.size === 0 && failed.problems.size > 0) return;
    attempts.push(
      ...since.filter(({ by, paths }) => by === 'edit' && paths.some(isFaulty)).map((repair) => repair.key),
    );
    fix.push(key);
    left = new Set();
    since = [];
  }

  /** The check was not run again: what was changed soon after, in the files it named, is the likeliest fix. */
  function unproven(): readonly string[] {
    if (quiet > 60 && since.length === 0) return [];
    const near = since.slice(0, 6).filter(({ by, paths }) => by === 'fixer' || (by === 'edit' && paths.some(isFaulty)));
    return near.map(({ key }) => key);
  }

  function prove({ key, at }: Action): void {
    // When an earlier run no longer found any of the problems, what came after fixed something else.
    if (left.size > 0 || failed.problems.size === 0) fix.push(...chosen(since));
    if (failureClass === 'nothing-to-do' || fix.length === 0) fix.push(key);
    proof = { key, at };
  }

  /** Of everything that was done, what can have fixed this. */
  function chosen(repairs: readonly Repair[]): readonly string[] {
    const by = (...kinds: readonly Repair['by'][]) => repairs.filter((repair) => kinds.includes(repair.by));
    const tools = by('fixer', 'install');
    const edits = by('edit');
    for (const each of [
      edits.filter(({ paths }) => paths.some(isFaulty)),
      edits.filter(({ paths }) => paths.some(isMentioned)),
      edits,
    ]) {
      if (each.length > 0) return keysOf(repairs, [...each, ...tools]);
    }
    if (tools.length > 0) return keysOf(repairs, tools);
    const state = by('state');
    return keysOf(repairs, state.length > 0 ? state : by('run').slice(-1));
  }

  function isFaulty(path: string): boolean {
    return files.faulty.some((each) => isSameFile(each, path));
  }

  function isMentioned(path: string): boolean {
    return files.mentioned.some((each) => isSameFile(each, path));
  }

  function namesSameFile({ files: others }: FailedAction): boolean {
    return others.faulty.some(isFaulty);
  }

  function isProofOf(wanted: Command, command: Command): boolean {
    // A fixer that could not fix everything is verified by any check of its kind.
    if (wanted.fixes && command.check !== null && command.check === wanted.check) return true;
    if (command.check !== null && !command.fixes && failed.checks.has(command.check)) return true;
    if (failureClass === 'misplaced' && command.words[0] === wanted.words[0])
      return command.verb !== 'init' && command.verb !== 'add';
    if (!isSameCommand(wanted, command)) return false;
    return (
      command.paths.length === 0 ||
      command.check === null ||
      sharePaths(wanted, command) ||
      command.paths.some((path) => isFaulty(path) || isMentioned(path))
    );
  }
}

/** What must succeed: every check in it; or the last command, which is what the line was for. */
function wantedOf(commands: readonly Command[]): readonly Command[] {
  const checks = commands.filter(({ check, fixes }) => check !== null && !fixes);
  if (checks.length > 0) return checks;
  return commands.slice(-1);
}

function sharePaths(one: Command, other: Command): boolean {
  return one.paths.some((path) => other.paths.some((each) => isSameFile(each, path)));
}

function keysOf(order: readonly Repair[], chosen: readonly Repair[]): readonly string[] {
  return order.filter((repair) => chosen.includes(repair)).map(({ key }) => key);
}
