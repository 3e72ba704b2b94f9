import type { CheckKind, Operation } from '../../model/operation.ts';
import type { Path } from './paths.ts';
import type { CallText } from '../text/call-text.ts';
import type { Kept } from '../text/read-text.ts';
import type { WordSet } from '../text/word-set.ts';

/** What a call mostly does. Causes are weighted by it: an edit depends on other things than a check does. */
export const groups = [
  'edit',
  'check',
  'vcs',
  'search',
  'list',
  'look',
  'run',
  'delegate',
  'plan',
  'fetch',
  'other',
] as const;
export type Group = (typeof groups)[number];

/** A prompt or a call of the session, with the fields rules need. */
export interface Step {
  /** Counts the steps of the session from 0. */
  readonly index: number;
  readonly key: string;
  readonly isPrompt: boolean;
  /** A prompt with a request: a person's, a skill's, the summary a session continues from. */
  readonly isWish: boolean;
  /** The message it was issued in, '' when that is not known. */
  readonly message: string;
  readonly group: Group;
  readonly files: readonly FileOf[];
  /** The stretches of files it looks at, where it says which. */
  readonly stretches: readonly Stretch[];
  readonly checkKind: CheckKind | undefined;
  /** `add`, `commit`, `pr create`; undefined when it has nothing to do with version control. */
  readonly verb: string | undefined;
  /** An edit, or a check that changes files by itself. */
  readonly changes: boolean;
  /** Words of its arguments, of a prompt its own. */
  readonly words: WordSet;
  /** How many different ones, without those its edits replace. */
  readonly wordCount: number;
  /** Words of the command lines it runs. */
  readonly command: ReadonlySet<string>;
  /** Counts prompts with content. */
  readonly turn: number;
  /** Its result has arrived; always true for a prompt. Until then it cannot have informed a later step. */
  done: boolean;
  failed: boolean;
  /** Characters of its result. */
  size: number;
  /** Indexes of what caused it. */
  causes: readonly number[];
}

export interface FileOf extends Path {
  readonly does: Operation['does'];
}

export interface Stretch {
  readonly path: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The call whose causes are looked for. */
export interface Target extends Step, Omit<CallText, 'all'> {
  /** How informative the word at a place is. */
  readonly weights: Float64Array;
  readonly edits: readonly EditText[];
}

/** An edit, with both its texts read. */
export interface EditText {
  readonly path: string;
  readonly old: string;
  readonly text: string;
  readonly oldRead: Kept;
  readonly textRead: Kept;
}

/** A word of its arguments; none where it is a person's name. */
export function wordAt({ text, wordsInText: { start, end } }: Target, place: number): string {
  return isWhose(text, start[place]!) ? '' : text.slice(start[place], end[place]);
}

/** The user name in `/home/ada/shop`, which must not be shown. */
function isWhose(text: string, at: number): boolean {
  return /(?:\/Users|\/home|\\Users)[\\/]+[^\\/\s]*$/.test(text.slice(Math.max(0, at - 60), at));
}

/** The same file, although one of the paths may be relative to another folder. */
export function sameFile(a: string, b: string): boolean {
  return (
    a === b ||
    (a.length > b.length
      ? a.endsWith(b) && a.charCodeAt(a.length - b.length - 1) === 47
      : b.endsWith(a) && b.charCodeAt(b.length - a.length - 1) === 47)
  );
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function touches(step: Step, path: string): boolean {
  return step.files.some((file) => sameFile(file.path, path));
}

export function shareFile(a: Step, b: Step): boolean {
  return a.files.some(({ path }) => touches(b, path));
}

export function editsFile(step: Step, path: string): boolean {
  return step.files.some((file) => file.does === 'edit' && sameFile(file.path, path));
}

/** How similar two calls are: the share of their words that both have. */
export function likeness(a: Step, b: Step, minShare = 0): number {
  const larger = Math.max(a.words.size, b.words.size);
  if (larger === 0) return commandLikeness(a, b);
  // The shared part cannot exceed the smaller one.
  if (Math.min(a.words.size, b.words.size) < minShare * larger) return 0;
  return a.words.shared(b.words) / larger;
}

/** How far two command lines are the same, by the shorter one. */
export function commandLikeness(a: Step, b: Step): number {
  if (a.command.size === 0 || b.command.size === 0) return 0;
  const [few, many] = a.command.size < b.command.size ? [a.command, b.command] : [b.command, a.command];
  let count = 0;
  for (const word of few) if (many.has(word)) count++;
  return count / few.size;
}

/** It changed files, as far as is known. */
export function changedFiles(step: Step): boolean {
  return step.changes && !step.failed;
}

/** Calls of one message know nothing of each other. */
export function isBefore(step: Step, target: Target): boolean {
  return step.done && step.index < target.index && (step.message === '' || step.message !== target.message);
}
