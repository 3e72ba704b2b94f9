import { isSameFile } from './same-file.ts';
import type { Command } from './action.ts';

/** The same thing done again, perhaps with other arguments. */
export function isSameCommand(one: Command, other: Command): boolean {
  if (one.verb !== null || other.verb !== null)
    return one.verb === other.verb && (one.verb !== 'add' || stagesSame(one, other));
  if (isSameCheck(one, other)) return true;
  const a = wordsOf(one);
  const b = wordsOf(other);
  if (a.length === 0 || b.length === 0) return false;
  if (programOf(a[0]!) !== programOf(b[0]!)) return false;
  // `mise run lint` is not `mise run test`; `python a.py --x` is `python a.py`.
  const shared = b.filter((word) => a.includes(word)).length;
  return shared / Math.min(a.length, b.length) >= 0.6 && headOf(a) === headOf(b);
}

function stagesSame(one: Command, other: Command): boolean {
  const all = (command: Command) => command.paths.length === 0 || command.paths.some((path) => /^[.*]$/.test(path));
  return all(one) || all(other) || other.paths.some((path) => one.paths.some((each) => isSameFile(each, path)));
}

/** A check of the same kind that looks at as much, or at the files that matter. */
function isSameCheck(one: Command, other: Command): boolean {
  if (one.check === null || one.check !== other.check || one.fixes !== other.fixes) return false;
  return (
    other.paths.length === 0 ||
    one.paths.length === 0 ||
    other.paths.some((path) => one.paths.some((each) => isSameFile(each, path)))
  );
}

/** The words without flags that only affect output or working directory. */
function wordsOf({ words }: Command): readonly string[] {
  return words.filter((word, index) => index === 0 || !/^-{1,2}[a-z-]+$/.test(word));
}

function headOf(words: readonly string[]): string {
  return words
    .slice(1)
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ');
}

/** `/usr/bin/python3.11` is `python`. */
function programOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).replace(/(?<=[a-z])[\d.]+$/i, '');
}
