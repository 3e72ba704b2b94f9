import type { Command, Action } from '../steps/action.ts';
import type { FailedAction, FixTracker } from './fix-tracker.ts';
import { failingParts } from './failing-parts.ts';
import { isSameCall } from '../steps/same-call.ts';
import { narrowedTo } from '../steps/narrowed.ts';
import { repairOf } from '../steps/repair.ts';
import type { Repair } from '../steps/repair.ts';
import { asksForHelp, isEqualCommand, isSameCommand, isSamePlace, programOf } from '../steps/same-command.ts';
import { isNote, isSameFile, isTestFile, nameOf } from '../steps/same-file.ts';
import { overlap, wordsIn } from '../steps/text-marks.ts';

/**
 * Tracks a command that failed: a test, a compiler, a hook, a program. It is over when its failing part succeeds. The
 * fix is what was changed before a run with fewer of the problems left; what was changed before a run that found them
 * all again was an attempt. Where nothing was changed, the fix is the failing part itself, called otherwise or again.
 */
export function trackRun(failed: FailedAction): FixTracker {
  const { action: origin, failureClass, files, errorText } = failed;
  const { parts, isGuess } = failingParts(origin, errorText);
  const isCheck =
    failed.ranHook || parts.some(({ check, verb }) => check !== null || (verb !== null && remoteCheck.test(verb)));
  /** Scripts of the call that the error comes from. */
  const scripts = [...origin.terms].filter((term) => isScript.test(term) && errorText.includes(term));
  /** Git looks into files only where it runs hooks. */
  const isVcs = !isCheck && parts.every(({ verb }) => verb !== null);
  const isOwnFault = failureClass === 'mistyped' || failureClass === 'unknown-command' || failureClass === 'timed-out';
  const names = wordsIn(errorText);
  let left = failed.problems;
  let open = parts;
  let since: (Repair & { readonly action: Action; readonly step: number })[] = [];
  const attempts: string[] = [];
  const fix: string[] = [];
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
    get how() {
      return this.fix.length === 0 ? null : how;
    },
    get proof() {
      return proof ?? progress;
    },
    follow(action, failure) {
      steps++;
      const repeats = repeatedBy(action);
      if (action.ended !== 'ok') {
        const written = action.hasWritten ? repairOf(action) : undefined;
        if (written) since.push({ ...written, action, step: steps });
        if (failure && hasRun(failure) && (repeats.length > 0 || namesSameFile(failure)))
          settle(failure, repeats.length > 0);
        else if (!action.hasWritten && action.edits.some(({ path }) => isFaulty(path))) attempts.push(action.key);
        return;
      }
      const repair = repairOf(action);
      if (repair?.by === 'state' && repair.paths.some(isFaulty)) return takeBack(repair);
      if (failureClass === 'nothing-to-do' && action.commands.some(({ verb }) => verb === 'add')) fix.push(action.key);
      if (repair && !isOnlyRepeat(repair, action, repeats)) since.push({ ...repair, action, step: steps });
      // Nothing was changed, and whether it passed cannot be seen: that is no proof.
      if (action.filters && !origin.filters && since.length === 0) return;
      open = open.filter((wanted) => !repeats.includes(wanted));
      if (repeats.length > 0 && (open.length === 0 || !isCheck)) prove(action);
    },
  };

  /** A call that is wrong in itself shows nothing about what it was to check. */
  function hasRun({ failureClass: other }: FailedAction): boolean {
    return isOwnFault || !(other === 'mistyped' || other === 'unknown-command' || other === 'misplaced');
  }

  /** It does nothing but the failing part again. */
  function isOnlyRepeat({ by }: Repair, { commands }: Action, repeats: readonly Command[]): boolean {
    if (repeats.length === 0) return false;
    return (
      by === 'run' || (by === 'state' && commands.every((each) => parts.some((part) => isSameCommand(part, each))))
    );
  }

  /** The failing parts that an action runs again. */
  function repeatedBy(action: Action): readonly Command[] {
    if ((action.counts && !origin.counts) || (action.ignores && !origin.ignores && failureClass !== 'timed-out'))
      return [];
    if (!isCheck && steps > maxSteps) return [];
    const same = open.filter((wanted) => action.commands.some((command) => isProofOf(wanted, command, action)));
    const likeness = overlap(origin.terms, action.terms);
    if (same.length > 0 || isCheck) return isGuess && likeness < guessed ? [] : same;
    if (runsScript(action) || (isOwnFault && isSameSearch(action))) return open;
    const isAlike =
      !action.asks &&
      !action.commands.some(asksForHelp) &&
      likeness >= alike &&
      action.commands.some((command) =>
        open.some((wanted) => isSamePlace(wanted, command) && (isOwnFault || sharesTarget(wanted, command))),
      );
    return isAlike ? open : [];
  }

  function runsScript({ terms, asks, edits, commands }: Action): boolean {
    return commands.length > 0 && !asks && edits.length === 0 && scripts.some((script) => terms.has(script));
  }

  function isSameSearch({ sought }: Action): boolean {
    return [...origin.sought].some((word) => sought.has(word));
  }

  /** Another run that failed: the problems that are left show whether the changes before it helped. */
  function settle({ problems, action, failureClass: other }: FailedAction, isRepeat: boolean): void {
    const still = new Set([...left].filter((each) => problems.has(each)));
    const helped = still.size < left.size;
    if (left.size > 0 && !isOwnFault) (helped ? fix : attempts).push(...chosen(since));
    else if (isOwnFault && isRepeat && failureClass === other) attempts.push(action.key);
    // It runs now, and fails for another reason: what was wrong with the call is over.
    if (isRepeat && still.size === 0 && problems.size > 0) {
      const end = { key: action.key, at: action.at };
      if (isOwnFault && failureClass !== other) {
        fix.push(...provided());
        if (fix.length === 0) {
          how = 'call';
          fix.push(action.key);
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
    attempts.push(
      ...since.filter(({ by, paths }) => by === 'edit' && paths.some(isFaulty)).map((repair) => repair.key),
    );
    fix.push(key);
    left = new Set();
    since = [];
  }

  /** The check was not run again: what was changed soon after, in the files it named, is the likeliest fix. */
  function unproven(): readonly string[] {
    if (isOwnFault) return [];
    const near = since
      .filter((each) => each.step <= maxUnproven)
      .slice(0, 6)
      .filter(
        ({ by, paths, action }) =>
          (by === 'fixer' && action.commands.some(isFixerOfIt)) || (by === 'edit' && paths.some(isFaulty)),
      );
    return near.map(({ key }) => key);
  }

  function prove(action: Action): void {
    const { key, at } = action;
    if (action.terms.has('sudo') && !origin.terms.has('sudo')) {
      // Called as somebody else: what was changed before had not helped.
      attempts.push(...fix.splice(0));
      fix.push(key);
      how = 'call';
      proof = { key, at };
      return;
    }
    // When an earlier run no longer found any of the problems, what came after fixed something else.
    if (isOwnFault)
      fix.push(
        ...since.filter(({ by, paths }) => by === 'edit' && paths.some(isInError)).map((each) => each.key),
        ...provided(),
      );
    else if (failureClass !== 'nothing-to-do' && (left.size > 0 || failed.problems.size === 0))
      fix.push(...chosen(since, isEqual(action)));
    if (fix.length === 0) how = isRetry(action) ? 'retry' : 'call';
    if (failureClass === 'nothing-to-do' || fix.length === 0) fix.push(key);
    proof = { key, at };
  }

  /** A program that was not there was installed. */
  function provided(): readonly string[] {
    return notThere.test(errorText) ? since.filter(({ by }) => by === 'install').map(({ key }) => key) : [];
  }

  /** Nothing was changed that could matter: neither a check nor what is outside depends on how it is called. */
  function isRetry(action: Action): boolean {
    if (isSameCall(origin, action) || (isCheck && !isOwnFault)) return true;
    return action.edits.length === 0 && (failureClass === 'outside' || passing.test(errorText));
  }

  /** Of everything that was done, what can have fixed this. */
  function chosen(repairs: typeof since, isUnchanged = true): readonly string[] {
    const by = (...kinds: readonly Repair['by'][]) => repairs.filter((repair) => kinds.includes(repair.by));
    const tools = isVcs
      ? []
      : [...by('fixer').filter(({ action }) => action.commands.some(isFixerOfIt)), ...by('install')];
    const edits = isVcs ? [] : by('edit');
    const advised = repairs.filter(({ action }) => action.commands.some(isAdvised));
    if (advised.length > 0) return keysOf(repairs, [...advised, ...edits.filter(({ paths }) => paths.some(isFaulty))]);
    for (const each of [
      withSources(edits.filter(({ paths }) => paths.some(isFaulty))),
      withSources(edits.filter(({ paths }) => paths.some(isMentioned))),
      edits.filter(({ paths }) => paths.some(isRun)),
      sharingNames(edits),
      ...(isCheck || isUnchanged ? [edits.filter(({ paths }) => !paths.every(isNote))] : []),
    ]) {
      if (each.length > 0) return keysOf(repairs, [...each, ...tools]);
    }
    const others = isVcs ? [] : by('fixer', 'install');
    if (others.length > 0) return keysOf(repairs, others);
    const state = by('state');
    if (state.length > 0) return keysOf(repairs, isVcs ? state.slice(-1) : state);
    // What it is built on was built first.
    return isCheck
      ? keysOf(
          repairs,
          by('build').filter(
            ({ action }) => !action.commands.some((each) => parts.some((part) => isSamePlace(part, each))),
          ),
        )
      : [];
  }

  /** `Run this command and stage the changes: pnpm api:generate`. */
  function isAdvised({ words }: Command): boolean {
    const line = words.join(' ');
    return (
      words.length > 1 &&
      line.length > 6 &&
      failed.advice.includes(line) &&
      !parts.some((part) => part.words.join(' ') === line)
    );
  }

  /** A failing test is named by its own file, whichever file is at fault. */
  function withSources(named: typeof since): typeof since {
    if (named.length === 0 || parts.every(({ check }) => check !== 'test')) return named;
    if (named.some(({ paths }) => !paths.every(isTestFile))) return named;
    return since.filter((each) => named.includes(each) || (each.by === 'edit' && !each.paths.every(isTestFile)));
  }

  /** A program that fixes what it finds fixes what its own check found. */
  function isFixerOfIt({ fixes, check }: Command): boolean {
    return (
      fixes &&
      (failed.ranHook
        ? failed.checks.size === 0 || failed.checks.has(check!)
        : parts.some((part) => part.check === check))
    );
  }

  function isEqual(action: Action): boolean {
    return parts.every((part) => action.commands.some((command) => isEqualCommand(part, command)));
  }

  /** Those that hold the rarest of the names complained of. */
  function sharingNames(edits: typeof since): typeof since {
    const holders = new Map<string, number>();
    const held = edits.map(({ action }) =>
      [...names].filter((name) => action.edits.some(({ words }) => words.has(name))),
    );
    for (const name of held.flat()) holders.set(name, (holders.get(name) ?? 0) + 1);
    const scores = held.map((own) => own.reduce((sum, name) => sum + 1 / holders.get(name)!, 0));
    const best = Math.max(...scores);
    return best <= 0 ? [] : edits.filter((_, index) => scores[index]! >= best / 2);
  }

  /** The file that the failing part runs. */
  function isRun(path: string): boolean {
    return origin.terms.has(nameOf(path));
  }

  function isFaulty(path: string): boolean {
    return files.faulty.some((each) => isSameFile(each, path));
  }

  /** `The following paths are ignored by one of your .gitignore files`. */
  function isInError(path: string): boolean {
    const name = nameOf(path);
    return name.length > 3 && errorText.includes(name);
  }

  function isMentioned(path: string): boolean {
    return files.mentioned.some((each) => isSameFile(each, path));
  }

  function namesSameFile({ files: others }: FailedAction): boolean {
    return others.faulty.some(isFaulty);
  }

  /** A run that is limited to some tests proves only what it names. */
  function covers(wanted: Command, command: Command): boolean {
    const names = narrowedTo(command);
    if (names.length === 0 || names.join('|') === narrowedTo(wanted).join('|')) return true;
    return names.some((name) => name.length > 3 && errorText.includes(name));
  }

  function isProofOf(wanted: Command, command: Command, { edits }: Action): boolean {
    // A fixer that could not fix everything is verified by any check of its kind.
    if (!isOwnFault && wanted.fixes && command.check !== null && command.check === wanted.check) return true;
    if (command.check !== null && !command.fixes && failed.checks.has(command.check)) return true;
    if (since.length > 0 && wanted.check === 'type' && command.check === 'build' && isSamePlace(wanted, command))
      return true;
    if (failureClass === 'misplaced' && command.words[0] === wanted.words[0])
      return command.verb !== 'init' && command.verb !== 'add';
    // The program was not there: now it runs.
    if (notThere.test(errorText) && programOf(command.words[0] ?? '') === programOf(wanted.words[0] ?? ''))
      return isSamePlace(wanted, command);
    // The program refused to work for who called it: now it works.
    if (
      noAccess.test(errorText) &&
      wanted.verb === null &&
      programOf(command.words[0] ?? '') === programOf(wanted.words[0] ?? '') &&
      !asksForHelp(command)
    )
      return true;
    // The call was wrong, not what it checks: any check of the kind that runs shows how it is done.
    if (isOwnFault && wanted.check !== null && command.check === wanted.check && edits.length === 0)
      return !asksForHelp(command) && isSamePlace(wanted, command);
    if (!isSameCommand(wanted, command) || !covers(wanted, command)) return false;
    return (
      command.paths.length === 0 ||
      command.check === null ||
      sharePaths(wanted, command) ||
      command.paths.some((path) => isFaulty(path) || isMentioned(path))
    );
  }
}

/** Checks that run elsewhere, and are asked for. */
const remoteCheck = /^(?:pr checks|run watch)$/;
const noAccess =
  /\bno account\b|not (?:logged|signed) in|not owned by|unauthori[sz]ed|authentication (?:failed|required)|credentials/i;
const notThere = /command not found|: not found$|is not recognized as|executable file not found/im;
const isScript = /\.(?:ps1|sh|bash|zsh|py|rb|pl|exs|[cm]?[jt]s|bat|cmd)$/i;

/** A lock, or a program that did not answer: gone the next time. */
const passing = /\.lock\b[^\n]{0,40}File exists|temporar(?:y|ily)|try again|connection reset|\b50[234]\b|1Password/i;

/** Two calls of one tool that share this much of their arguments are the same call, changed. */
const alike = 0.65;
/** Enough where a part of the line is the same, and it is not known whether it was the failing one. */
const guessed = 0.4;
/** A program that is run again later than this is run for another reason. */
const maxSteps = 30;
/** A change later than this, with no run after it, was hardly made for this. */
const maxUnproven = 20;

/** The last of what they name: `winget search A` does not go on with `winget search B`. */
function sharesTarget({ words: one }: Command, { words: other }: Command): boolean {
  const [program, verb, ...targets] = one.filter((word) => !word.startsWith('-'));
  if (targets.length === 0 || program !== other[0] || !other.includes(verb!)) return true;
  return targets.some((target) => other.includes(target));
}

function sharePaths(one: Command, other: Command): boolean {
  return one.paths.some((path) => other.paths.some((each) => isSameFile(each, path)));
}

function keysOf(order: readonly Repair[], chosen: readonly Repair[]): readonly string[] {
  return order.filter((repair) => chosen.includes(repair)).map(({ key }) => key);
}
