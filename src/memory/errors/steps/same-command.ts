import { isSameFile, nameOf } from './same-file.ts';
import type { Command } from './action.ts';

/** The same thing done again, perhaps with other arguments, on the same target. */
export function isSameCommand(one: Command, other: Command): boolean {
  if (isOtherProgram(one, other)) return false;
  if (asksForHelp(other) && !asksForHelp(one)) return false;
  if (!isSamePlace(one, other)) return false;
  if (one.verb !== null || other.verb !== null) return isSameVerb(one, other);
  if (isSameCheck(one, other)) return true;
  const a = wordsOf(one);
  const b = wordsOf(other);
  if (a.length === 0 || b.length === 0 || a[0] !== b[0]) return false;
  if (a[0] === 'fetch') return hostOf(a[1] ?? '') === hostOf(b[1] ?? '');
  // `mise run lint` is not `mise run test`; `python a.py --x` is `python a.py`.
  const shared = b.filter((word) => a.includes(word)).length;
  return shared / Math.min(a.length, b.length) >= 0.6 && headOf(a) === headOf(b);
}

/** A quick no, for most pairs: neither the same verb, nor a check of the same kind, nor the same program. */
function isOtherProgram(one: Command, other: Command): boolean {
  if (one.verb !== null || other.verb !== null) return one.verb !== other.verb;
  if (one.check !== null && one.check === other.check) return false;
  const [a, b] = [one.words[0], other.words[0]];
  return a === undefined || b === undefined || (a !== b && programOf(a) !== programOf(b));
}

/** Exactly the same, apart from flags that only shape the output. */
export function isEqualCommand(one: Command, other: Command): boolean {
  return one.place === other.place && one.words.join(' ') === other.words.join(' ');
}

export function asksForHelp({ words }: Command): boolean {
  return words.slice(1).some((word) => /^(?:--help|-h|-\?|help|--version|--usage)$/.test(word));
}

/** Two places that are named and differ; one that is not named may be either. */
export function isSamePlace({ place: one }: Command, { place: other }: Command): boolean {
  return one === null || other === null || one === other || isSameFile(one, other);
}

function isSameVerb(one: Command, other: Command): boolean {
  if (one.verb !== other.verb) return false;
  if (one.verb === 'add') return stagesSame(one, other);
  if (one.verb === 'push') return pushesSame(one, other);
  // `git worktree add` is not `git worktree list`.
  return !hasSubverb.test(one.verb ?? '') || subverbOf(one) === subverbOf(other);
}

const hasSubverb = /^(?:worktree|stash|remote|submodule|bisect|lfs|notes|bundle|sparse-checkout|api)$/;

function subverbOf({ words, verb }: Command): string {
  return words.slice(words.indexOf(verb!) + 1).find((word) => !word.startsWith('-')) ?? '';
}

/** The same branch, where both name one. */
function pushesSame(one: Command, other: Command): boolean {
  const branch = ({ words }: Command) =>
    words
      .slice(words.indexOf('push') + 1)
      .filter((word) => !word.startsWith('-'))
      .slice(1);
  const [a, b] = [branch(one), branch(other)];
  return a.length === 0 || b.length === 0 || a.some((name) => b.includes(name));
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
  return words
    .map((word, index) => (index === 0 ? programOf(word) : isScript.test(word) ? nameOf(word) : word))
    .filter((word, index) => index === 0 || !/^-{1,2}[a-z-]+$/.test(word));
}

/** A script is the same wherever it is called from. */
const isScript = /[\\/][\w.-]+\.(?:ps1|sh|bash|zsh|py|rb|pl|exs|[cm]?[jt]s)$/i;

function headOf(words: readonly string[]): string {
  return words
    .slice(1)
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ');
}

function hostOf(target: string): string {
  return /^[a-z]+:\/\/([^/?#\s]+)/i.exec(target)?.[1]?.toLowerCase() ?? target;
}

/** `/usr/bin/python3.11` is `python`. */
export function programOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).replace(/(?<=[a-z])[\d.]+$/i, '');
}
