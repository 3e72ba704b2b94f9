import type { Command, Deed } from '../steps/deed.ts';
import type { Failed, Pursuit } from './pursuit.ts';
import { repairOf } from '../steps/repair.ts';
import type { Repair } from '../steps/repair.ts';
import { isSameCommand } from '../steps/same-command.ts';
import { isSameFile } from '../steps/same-file.ts';

/**
 * Something that ran and found fault: a test, a compiler, a hook, a program. It is over when the same goes well. The
 * fix is what was changed before a run in which fewer of the faults were left; what was changed before a run that
 * found them all again was an attempt.
 */
export function pursueCheck(failed: Failed): Pursuit {
  const { deed: origin, complaint, files } = failed;
  let left = failed.problems;
  let open = wantedOf(origin.commands);
  let since: Repair[] = [];
  const attempts: string[] = [];
  const fix: string[] = [];
  let proof: Pursuit['proof'] = null;
  /** Steps since a run last found the faults. */
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
    follow(deed, failure) {
      const repeats = open.filter((wanted) => deed.commands.some((command) => isProofOf(wanted, command)));
      if (deed.ended !== 'ok') {
        if (failure && (repeats.length > 0 || accusesSame(failure))) settle(failure);
        else if (deed.edits.some(({ path }) => isAccused(path))) attempts.push(deed.key);
        return;
      }
      const repair = repairOf(deed);
      quiet++;
      if (repair?.by === 'state' && repair.paths.some(isAccused)) return takeBack(repair);
      if (complaint === 'nothing-to-do' && deed.commands.some(({ verb }) => verb === 'add')) fix.push(deed.key);
      if (repair && !(repair.by === 'run' && repeats.length > 0)) since.push(repair);
      open = open.filter((wanted) => !repeats.includes(wanted));
      if (repeats.length > 0 && open.length === 0) prove(deed);
    },
  };

  /** Another run that failed: what is left of the faults tells whether the changes before it helped. */
  function settle({ problems }: Failed): void {
    const still = new Set([...left].filter((each) => problems.has(each)));
    const helped = still.size < left.size;
    if (left.size > 0) (helped ? fix : attempts).push(...chosen(since));
    left = still;
    since = [];
    quiet = 0;
  }

  /**
   * The accused file was set back to what it had been: what was changed in it did not help, and the faults went with
   * it.
   */
  function takeBack({ key }: Repair): void {
    if (left.size === 0 && failed.problems.size > 0) return;
    attempts.push(
      ...since.filter(({ by, paths }) => by === 'edit' && paths.some(isAccused)).map((repair) => repair.key),
    );
    fix.push(key);
    left = new Set();
    since = [];
  }

  /** Nobody looked again. What was changed soon after where the fault was said to be is the likeliest end of it. */
  function unproven(): readonly string[] {
    if (quiet > 60 && since.length === 0) return [];
    const near = since
      .slice(0, 6)
      .filter(({ by, paths }) => by === 'fixer' || (by === 'edit' && paths.some(isAccused)));
    return near.map(({ key }) => key);
  }

  function prove({ key, at }: Deed): void {
    // When an earlier run no longer found any of the faults, what came after mended something else.
    if (left.size > 0 || failed.problems.size === 0) fix.push(...chosen(since));
    if (complaint === 'nothing-to-do' || fix.length === 0) fix.push(key);
    proof = { key, at };
  }

  /** Of all that was done, what can have mended this. */
  function chosen(repairs: readonly Repair[]): readonly string[] {
    const by = (...kinds: readonly Repair['by'][]) => repairs.filter((repair) => kinds.includes(repair.by));
    const tools = by('fixer', 'install');
    const edits = by('edit');
    for (const each of [
      edits.filter(({ paths }) => paths.some(isAccused)),
      edits.filter(({ paths }) => paths.some(isMentioned)),
      edits,
    ]) {
      if (each.length > 0) return keysOf(repairs, [...each, ...tools]);
    }
    if (tools.length > 0) return keysOf(repairs, tools);
    const state = by('state');
    return keysOf(repairs, state.length > 0 ? state : by('run').slice(-1));
  }

  function isAccused(path: string): boolean {
    return files.accused.some((each) => isSameFile(each, path));
  }

  function isMentioned(path: string): boolean {
    return files.mentioned.some((each) => isSameFile(each, path));
  }

  function accusesSame({ files: others }: Failed): boolean {
    return others.accused.some(isAccused);
  }

  function isProofOf(wanted: Command, command: Command): boolean {
    // A fixer that could not mend everything is answered by any check of its kind.
    if (wanted.fixes && command.check !== null && command.check === wanted.check) return true;
    if (command.check !== null && !command.fixes && failed.checks.has(command.check)) return true;
    if (complaint === 'misplaced' && command.words[0] === wanted.words[0])
      return command.verb !== 'init' && command.verb !== 'add';
    if (!isSameCommand(wanted, command)) return false;
    return (
      command.paths.length === 0 ||
      command.check === null ||
      sharePaths(wanted, command) ||
      command.paths.some((path) => isAccused(path) || isMentioned(path))
    );
  }
}

/** What must go well: every check in it; or the last command, which is what the line was for. */
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
