import type { Deed } from './deed.ts';
import type { Failed } from './pursuit.ts';
import { isStateChange, repairOf } from './repair.ts';
import { isSameCommand } from './same-command.ts';
import { isSameFile, nameOf } from './same-file.ts';
import { markOf, wordsIn } from './text-marks.ts';

export interface Suspects {
  /** The calls before, oldest first. */
  readonly past: readonly Deed[];
  readonly output: string;
  readonly complaints: readonly string[];
}

/** The steps whose doing a real failure was, likeliest first, at most three. */
export function culpritsOf(failed: Failed, suspects: Suspects): readonly string[] {
  const { deed, complaint } = failed;
  if (complaint === 'outside') return [];
  if (complaint === 'nothing-to-do') return [undone(suspects.past)?.key ?? deed.key];
  if (deed.commands.length === 0) return [changedUnder(failed, suspects.past)?.key ?? deed.key];
  if (complaint === 'mistyped' || complaint === 'unknown-command' || complaint === 'timed-out') return [deed.key];
  const authors = authorsOf(failed, suspects);
  if (authors.length > 0) return authors;
  return deed.commands.some(({ check, verb }) => check !== null || verb === 'commit') ? [] : [deed.key];
}

/** What failed just before, and left nothing to go on with. */
function undone(past: readonly Deed[]): Deed | undefined {
  return past.slice(-6).findLast(({ ended, commands }) => ended !== 'ok' && commands.some(({ verb }) => verb !== null));
}

/** A file that is not what it was when it was last seen: whatever changed it since, without saying to what. */
function changedUnder({ deed }: Failed, past: readonly Deed[]): Deed | undefined {
  const paths = deed.edits.map(({ path }) => path);
  if (paths.length === 0) return undefined;
  for (const each of past.slice(-60).toReversed()) {
    if (each.ended !== 'ok') continue;
    if (isStateChange(each) || each.commands.some(({ fixes }) => fixes)) return each;
    if ([...each.looks, ...each.edits.map(({ path }) => path)].some((path) => paths.some((own) => isSameFile(own, path)))) return undefined;
  }
  return undefined;
}

/** Who wrote what is complained of: the named file, the quoted line, the names in the complaint; the later the likelier. */
function authorsOf({ deed, files }: Failed, { past, output, complaints }: Suspects): readonly string[] {
  const said = new Set(complaints.slice(0, 12).flatMap((line) => [...wordsIn(line)]));
  const quoted = quotedLines(output);
  const lastPass = past.findLastIndex((each) => each.ended === 'ok' && each.commands.some((command) => deed.commands.some((own) => isSameCommand(own, command))));
  const scored = past.flatMap((each, index) => {
    if (each.ended !== 'ok' || each.edits.length === 0) return [];
    let score = 0;
    for (const { path, wrote, took, words, blind } of each.edits) {
      const weight = blind ? 0.3 : 1;
      const named = files.accused.some((file) => isSameFile(file, path)) ? 3 : files.mentioned.some((file) => isSameFile(file, path)) ? 1.5 : said.has(nameOf(path)) ? 1 : 0;
      const lines = Math.min(3, count(wrote, quoted) + count(took, quoted));
      const names = Math.min(3, count(words, said));
      score = Math.max(score, weight * (named + (named > 0 || lines > 1 ? lines : 0) + (named > 0 || names > 1 ? names : 0) * 0.7));
    }
    if (score === 0) return [];
    return [{ key: each.key, score: score + (index > lastPass ? 1 : 0) + index / past.length }];
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, 3).map(({ key }) => key);
  if (best.length > 0) return best;
  // Nothing is named: what was changed since it last went well.
  return past.slice(lastPass + 1).filter((each) => each.ended === 'ok' && repairOf(each)?.by === 'edit').slice(-2).map(({ key }) => key).toReversed();
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
