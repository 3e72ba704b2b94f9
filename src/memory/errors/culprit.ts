import type { Command, Deed, Edit } from './steps/deed.ts';
import type { Failed } from './attempts/pursuit.ts';
import { isStateChange } from './steps/repair.ts';
import { isSameCommand } from './steps/same-command.ts';
import { isCompiledFrom, isSameFile } from './steps/same-file.ts';
import { markOf, wordsIn } from './steps/text-marks.ts';

export interface Suspects {
  /** The calls before, oldest first. */
  readonly past: readonly Deed[];
  readonly output: string;
  readonly complaints: readonly string[];
}

/** The steps whose doing a real failure was, likeliest first, at most three. */
export function culpritsOf(failed: Failed, suspects: Suspects): readonly string[] {
  const { deed, complaint } = failed;
  if (complaint === 'outside' || complaint === 'misplaced') return [];
  if (complaint === 'nothing-to-do') return [undone(suspects.past)?.key ?? deed.key];
  if (deed.commands.length === 0) return [changedUnder(failed, suspects.past)?.key ?? deed.key];
  if (complaint === 'mistyped' || complaint === 'unknown-command' || complaint === 'timed-out') return [deed.key];
  // Git knows nothing of what files hold, but where it runs hooks.
  if (deed.commands.every(({ verb }) => verb !== null && !runsHooks.test(verb))) return [deed.key];
  const authors = authorsOf(failed, suspects);
  if (authors.length > 0) return authors;
  return deed.commands.some(isCheck) ? [] : [deed.key];
}

const runsHooks = /^(?:commit|push|merge)$/;

function isCheck({ check, verb }: Command): boolean {
  return check !== null || (verb !== null && runsHooks.test(verb));
}

/** What failed just before, and left nothing to go on with. */
function undone(past: readonly Deed[]): Deed | undefined {
  return past.slice(-6).findLast(({ ended, commands }) => ended !== 'ok' && commands.some(({ verb }) => verb !== null));
}

/** A file that is not what it was when it was last seen: whatever changed it since, without saying to what. */
function changedUnder({ deed, complaint }: Failed, past: readonly Deed[]): Deed | undefined {
  const paths = deed.edits.map(({ path }) => path);
  if (paths.length === 0 || complaint === 'unread') return undefined;
  for (const each of past.slice(-60).toReversed()) {
    if (each.ended !== 'ok') continue;
    if (isStateChange(each) || each.commands.some(({ fixes }) => fixes)) return each;
    if (
      [...each.looks, ...each.edits.map(({ path }) => path)].some((path) => paths.some((own) => isSameFile(own, path)))
    )
      return undefined;
  }
  return undefined;
}

/**
 * Who wrote what is complained of. An edit speaks against itself by the file it changed, by the lines that the output
 * quotes, and by names in the complaint that few other edits have; and more so when it came since the check was last
 * run.
 */
function authorsOf({ deed, files }: Failed, { past, output, complaints }: Suspects): readonly string[] {
  const edited = past.filter(({ ended, edits }) => ended === 'ok' && edits.length > 0);
  const weights = rarity(namesIn(complaints), edited);
  const quoted = quotedLines(output);
  const isRun = (each: Deed) =>
    each.commands.some((command) => deed.commands.some((own) => isSameCommand(own, command)));
  const lastRun = past.findLast(isRun);
  const lastPass = past.findLast((each) => each.ended === 'ok' && isRun(each));
  const scored = edited.flatMap((each, index) => {
    const evidence = Math.max(...each.edits.map((edit) => against(edit)));
    if (evidence === 0) return [];
    const since = (isAfter(each, lastPass) ? 1 : 0) + (isAfter(each, lastRun) ? 1 : 0);
    return [{ key: each.key, score: evidence + since + index / edited.length }];
  });
  const best = scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ key }) => key);
  if (best.length > 0) return best;
  // Nothing is named: what was changed since the check last went well.
  if (!deed.commands.some(isCheck)) return [];
  return edited
    .filter((each) => isAfter(each, lastPass))
    .slice(-2)
    .map(({ key }) => key)
    .toReversed();

  function against({ path, wrote, took, words, blind }: Edit): number {
    const named = files.accused.some((file) => isSameFile(file, path))
      ? 3
      : files.accused.some((file) => isCompiledFrom(file, path))
        ? 2
        : files.mentioned.some((file) => isSameFile(file, path))
          ? 1.5
          : 0;
    const lines = Math.min(3, count(wrote, quoted) + count(took, quoted));
    let names = 0;
    for (const [word, weight] of weights) if (words.has(word)) names += weight;
    // A line or a name alone may be chance; in a named file it is not.
    if (named === 0 && lines < 2 && names < 1) return 0;
    return (blind ? 0.3 : 1) * (named + lines + Math.min(2, 2 * names));
  }

  function isAfter(each: Deed, run: Deed | undefined): boolean {
    return run === undefined || past.indexOf(each) > past.indexOf(run);
  }
}

/** Names in what is complained of most; those in paths tell which file, and that is asked already. */
function namesIn(complaints: readonly string[]): ReadonlySet<string> {
  return new Set(
    complaints.slice(0, 6).flatMap((line) => [...wordsIn(line.slice(0, 600).replace(/\S*[\\/]\S*/g, ' '))]),
  );
}

/** What many edits hold says little against any of them. */
function rarity(names: ReadonlySet<string>, edited: readonly Deed[]): ReadonlyMap<string, number> {
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
