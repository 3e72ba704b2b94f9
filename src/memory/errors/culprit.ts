import type { Action, Edit } from './steps/action.ts';
import type { FailedAction } from './attempts/fix-tracker.ts';
import { isStateChange } from './steps/repair.ts';
import { isSameCommand } from './steps/same-command.ts';
import { isCompiledFrom, isNote, isSameFile } from './steps/same-file.ts';
import { markOf, wordsIn } from './steps/text-marks.ts';

export interface Suspects {
  /** The calls before, oldest first. */
  readonly past: readonly Action[];
  readonly output: string;
  readonly errorLines: readonly string[];
}

/** The steps that caused a real failure, likeliest first, at most three. */
export function culpritsOf(failed: FailedAction, suspects: Suspects): readonly string[] {
  const { action, failureClass } = failed;
  if (failureClass === 'outside' || failureClass === 'misplaced') return [];
  if (failureClass === 'nothing-to-do') return [undone(suspects.past)?.key ?? action.key];
  if (action.commands.length === 0) return [changedUnder(failed, suspects.past)?.key ?? action.key];
  if (failureClass === 'mistyped' || failureClass === 'unknown-command' || failureClass === 'timed-out')
    return [action.key];
  const isCheck = failed.ranHook || action.commands.some(({ check }) => check !== null);
  // Git does not look into files, except where it runs hooks.
  if (!isCheck && action.commands.every(({ verb }) => verb !== null)) return [action.key];
  const authors = authorsOf(failed, suspects, isCheck);
  if (authors.length > 0) return authors;
  return isCheck ? [] : [authorOfInput(failed, suspects.past)?.key ?? action.key];
}

/** The last edit of a file that the call runs or reads, unless the call passed since: it was written there. */
function authorOfInput({ action, failureClass }: FailedAction, past: readonly Action[]): Action | undefined {
  if (failureClass === 'absent') return undefined;
  const inputs = [...action.looks, ...action.commands.flatMap(({ paths }) => paths)].filter((path) => !isNote(path));
  const last = past.findLast(
    (each) =>
      each.ended === 'ok' &&
      (isRunOf(action, each) || each.edits.some(({ path }) => inputs.some((input) => isSameFile(input, path)))),
  );
  return last && last.edits.length > 0 ? last : undefined;
}

function isRunOf(action: Action, each: Action): boolean {
  return each.commands.some((command) => action.commands.some((own) => isSameCommand(own, command)));
}

/** The step that failed just before, so that there was nothing to do. */
function undone(past: readonly Action[]): Action | undefined {
  return past.slice(-6).findLast(({ ended, commands }) => ended !== 'ok' && commands.some(({ verb }) => verb !== null));
}

/** A file that changed since it was last seen: whatever changed it without showing its content. */
function changedUnder({ action, failureClass }: FailedAction, past: readonly Action[]): Action | undefined {
  const paths = action.edits.map(({ path }) => path);
  if (paths.length === 0 || failureClass === 'unread') return undefined;
  for (const each of past.slice(-60).toReversed()) {
    if (each.rewrites) return each;
    if (each.ended !== 'ok' && !each.hasWritten) continue;
    if (isStateChange(each) || each.commands.some(({ fixes }) => fixes)) return each;
    if (
      [...each.looks, ...each.edits.map(({ path }) => path)].some((path) => paths.some((own) => isSameFile(own, path)))
    )
      return undefined;
  }
  return undefined;
}

/**
 * The edits that wrote what is wrong. Evidence against an edit is the file it changed, the lines that the output
 * quotes, and names in the error lines that few other edits have; more so when it came after the last run of the check.
 */
function authorsOf(
  { action, files }: FailedAction,
  { past, output, errorLines }: Suspects,
  isCheck: boolean,
): readonly string[] {
  const places = new Map<Action, number>();
  for (const [at, each] of [...past, action].entries())
    if (each.hasWritten && each.edits.length > 0) places.set(each, at);
  if (places.size === 0) return [];
  const edited = [...places.keys()];
  const isRun = (each: Action) => isRunOf(action, each);
  const lastPass = past.findLastIndex((each) => each.ended === 'ok' && !each.counts && isRun(each));
  // What was there when the check passed is not the fault. Whoever runs a program has chosen its arguments: only what it
  // accuses was written before.
  const suspected = new Set(
    edited.filter((each) => isAfter(each, lastPass) && (isCheck || each.edits.some(({ path }) => isAccused(path)))),
  );
  // Before anything is read in the edits, which takes time.
  if (suspected.size === 0) return [];
  const weights = rarity(namesIn(errorLines), edited);
  const quoted = quotedLines(output);
  const lastRun = past.findLastIndex(isRun);
  const scored = edited.flatMap((each, index) => {
    if (!suspected.has(each)) return [];
    const evidence = Math.max(...each.edits.map((edit) => against(edit)));
    if (evidence === 0) return [];
    const since = isAfter(each, lastRun) ? 2 : 0;
    return [{ key: each.key, score: evidence + since + (2 * index) / edited.length }];
  });
  const best = scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ key }) => key);
  if (best.length > 0) return best;
  // Nothing is named: what was changed since the check last passed.
  if (!isCheck) return [];
  return edited
    .filter((each) => isAfter(each, lastPass) && !each.edits.every(({ path }) => isNote(path)))
    .slice(-2)
    .map(({ key }) => key)
    .toReversed();

  function against({ path, wrote, took, words, blind }: Edit): number {
    const named = files.faulty.some((file) => isSameFile(file, path))
      ? 3
      : files.faulty.some((file) => isCompiledFrom(file, path))
        ? 2
        : files.mentioned.some((file) => isSameFile(file, path))
          ? 1.5
          : 0;
    const lines = Math.min(3, count(wrote, quoted) + count(took, quoted));
    let names = 0;
    for (const [word, weight] of weights) if (words.has(word)) names += weight;
    // A line or a name alone may be chance; in a named file it is not.
    if (named === 0 && lines < 2 && names < 1) return 0;
    if (!isCheck && named < 2) return 0;
    return (blind ? 0.3 : 1) * (named + lines + Math.min(2, 2 * names));
  }

  function isAccused(path: string): boolean {
    return files.faulty.some((file) => isSameFile(file, path) || isCompiledFrom(file, path));
  }

  function isAfter(each: Action, run: number): boolean {
    return places.get(each)! > run;
  }
}

/** Names in the first error lines; those in paths are left out, since files are compared already. */
function namesIn(errorLines: readonly string[]): ReadonlySet<string> {
  return new Set(
    errorLines.slice(0, 6).flatMap((line) => [...wordsIn(line.slice(0, 600).replace(/\S*[\\/]\S*/g, ' '))]),
  );
}

/** A name that many edits hold is weak evidence against each of them. */
function rarity(names: ReadonlySet<string>, edited: readonly Action[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const name of names) {
    const holders = edited.filter(({ edits }) => edits.some(({ words }) => words.has(name))).length;
    if (holders > 0) weights.set(name, 1 / holders);
  }
  return weights;
}

/** Lines of code that an output shows, without the gutter compilers and linters put before them. */
function quotedLines(output: string): ReadonlySet<number> {
  const marks = new Set<number>();
  for (const line of output.slice(-40_000).split('\n')) {
    const mark = markOf(line.replace(/^[\s>]*(?:\d+\s*){0,2}[│|]?\s*[-+]?\s?/, ''));
    if (mark !== undefined) marks.add(mark);
    if (marks.size > 2000) break;
  }
  return marks;
}

function count<Item>(items: ReadonlySet<Item>, among: ReadonlySet<Item>): number {
  let sum = 0;
  const [few, many] = items.size < among.size ? [items, among] : [among, items];
  for (const item of few) if (many.has(item)) sum++;
  return sum;
}
