import type { FixAttempt } from '../../model/chain.ts';
import type { EventRef } from '../../model/ids.ts';
import { commandIn, rewriteOf } from '../../memory/advice/rewrite.ts';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { fileIn, isLookMark, relativeMarks, retryMark, sameFile } from '../../memory/errors/marks.ts';

/** As much of a failure as its fixes are counted by. */
export interface Tried {
  readonly message: string;
  readonly action: string;
  readonly marks: readonly string[];
  readonly attempts: readonly Attempt[];
}

export interface Attempt extends Pick<FixAttempt, 'action' | 'marks' | 'successful'> {
  readonly id: string | EventRef;
  readonly at: number | null;
  readonly isManual: boolean;
  /** The same check passed in this very step. */
  readonly isProof: boolean;
}

/**
 * What each attempt at a failure did, in a form that other failures can share. An action on the failing file itself
 * becomes `read the same file`, because that applies to the next file too. The failing command called otherwise is what
 * was changed in it. What only looks is no action; neither is a retry. Files that were edited together are one action,
 * unless the message names the one that was at fault: nobody knows which of the others mattered.
 */
export function markedAttempts(tried: Tried): readonly (readonly [Attempt, readonly string[]])[] {
  const marked = tried.attempts.map((attempt) => [attempt, marksOf(attempt, tried)] as const);
  const edits = new Set(
    marked.flatMap(([{ successful, isManual }, marks]) =>
      successful === false || isManual ? [] : marks.filter(isFileEdit),
    ),
  );
  if (edits.size === 0) return marked;
  const atFault = [...edits].filter((mark) => names(tried.message, fileIn(mark)!));
  const kept = atFault.length > 0 ? atFault : [...edits];
  // The next failure of its kind names another file.
  const whole = kept.length === 1 ? kept[0]! : `edit ${listed(kept.map((mark) => fileIn(mark)!))}`;
  return marked.map(([attempt, marks]) => {
    if (attempt.successful === false || attempt.isManual) return [attempt, marks];
    const isPart = marks.some((mark) => kept.includes(mark));
    const named = atFault.length === 0 ? whole : isRemoval.test(attempt.action) ? removedFile : namedFile;
    return [attempt, [...marks.filter((mark) => !isFileEdit(mark)), ...(isPart ? [named] : [])]];
  });
}

/** It passed when it was called again and nothing had been changed: over, but not fixed. */
export function isRetried({
  attempts,
}: {
  readonly attempts: readonly Pick<FixAttempt, 'marks' | 'successful'>[];
}): boolean {
  const fixes = attempts.filter(({ successful }) => successful !== false);
  return fixes.length > 0 && fixes.every(({ marks }) => marks.includes(retryMark));
}

/** Where one action stands for many files or calls, its own text names only one of them: then its mark is shown. */
export function textOf(marks: readonly string[]): string | undefined {
  return marks.find(
    (mark) => / the same file(?: otherwise)?$|^the same command |^edit .*, /.test(mark) || isOfNamedFile(mark),
  );
}

const namedFile = 'edit the file that the message names';
/** A lock that was left behind, for instance. */
const removedFile = 'remove the file that the message names';
const isRemoval = /^\S+ (?:sudo )?(?:rm|unlink|del|Remove-Item) /;

export function isOfNamedFile(mark: string): boolean {
  return mark === namedFile || mark === removedFile;
}

export const otherArguments = 'the same command with other arguments';

function marksOf({ marks, action, isManual, isProof }: Attempt, failed: Tried): readonly string[] {
  if (marks.includes(retryMark)) return [];
  // What passed is the failing call but for a word or two, whatever program that makes it: `python3` for `python`.
  const change = isProof && !isManual ? changeIn(failed.action, action) : undefined;
  if (change !== undefined) return [change];
  if (isManual) return marks.length === 0 ? [`did ${fingerprintOf(action).toLowerCase()}`] : relative(marks, failed);
  const isRead = failed.marks.some((mark) => mark.startsWith('read '));
  const isWritten = isScript.test(action);
  const useful = relative(marks, failed).filter((mark) =>
    mark.startsWith('run ')
      ? !isLookMark(mark) && !isWritten
      : !mark.startsWith('read ') || mark.endsWith(` ${sameFile}`),
  );
  const isSameCall = (mark: string) =>
    mark.startsWith('run ') ? failed.marks.includes(mark) : mark === `read ${sameFile}` && isRead;
  const others = useful.filter((mark) => !isSameCall(mark));
  return others.length < useful.length ? [changedCall(failed, action), ...others] : others;
}

function relative(marks: readonly string[], failed: Tried): readonly string[] {
  return relativeMarks(marks, failed.marks);
}

/** What was changed in a call, in words. */
function changedCall({ action: failed, marks }: Tried, worked: string): string {
  const isTool = commandIn(failed.replace(/…$/, '')) === undefined && marks.every((mark) => !mark.startsWith('run '));
  return changeIn(failed, worked) ?? (isTool ? `read ${sameFile} otherwise` : otherArguments);
}

/**
 * The few words that make one command another. Undefined where the next call would learn nothing from them: a path or a
 * commit in its place, another argument, another subcommand.
 */
function changeIn(failed: string, worked: string): string | undefined {
  const rewrite = rewriteOf(failed, worked, mostWords);
  if (!rewrite || rewrite.with.some(isOfOneCase)) return undefined;
  const added = rewrite.with.join(' ');
  // A commit that was left out says nothing about the next call; a folder only where nothing else was.
  const lasting = rewrite.without.filter((word) => !isOfOneCase(word));
  const words = lasting.filter((word) => !word.startsWith('cd '));
  const removed = (words.length > 0 ? words : lasting).join(' ');
  if (added !== '' && removed !== '') return `the same command with ${added} instead of ${removed}`;
  // With another file it is a call about something else.
  if (added !== '')
    return isWay(rewrite.with, worked) && !rewrite.without.some((word) => /[\\/]/.test(word))
      ? `the same command with ${added}`
      : undefined;
  const isWhole = lasting.length === rewrite.without.length || removed.startsWith('-');
  return removed !== '' && isWhole && isWay(words.length > 0 ? words : lasting, failed)
    ? `the same command without ${removed}`
    : undefined;
}

/** Options, or what stands before the program: how something is called, not what it is called with. */
function isWay([first]: readonly string[], action: string): boolean {
  const [program] = commandIn(action)!.filter((word) => !word.startsWith('cd '));
  return /^(?:-|cd )/.test(first!) || first === program;
}

/** A program in an argument or a here-document, or an edit by the shell: written for one case. */
const isScript = /<<-?\s*['"]?\w|\b(?:python3?|node|ruby|perl|bash|sh) -[ce]\b|\b(?:sed|perl) -\S*i/;

/** With more words changed, no two changes are alike. */
const mostWords = 2;

/** A path, a range of lines, a commit: true of this call and of no other. */
function isOfOneCase(word: string): boolean {
  return /[\\/]|\d,|\d{3}|^[0-9a-f]*\d[0-9a-f]*$|^[^-].*\.\w{1,5}$/.test(word) && !word.startsWith('cd ');
}

function isFileEdit(mark: string): boolean {
  return mark.startsWith('edit ') && !mark.endsWith(` ${sameFile}`);
}

function listed(files: readonly string[]): string {
  const names = files.toSorted().slice(0, mostFiles).join(', ');
  return files.length > mostFiles ? `${names} and ${files.length - mostFiles} more` : names;
}

const mostFiles = 3;

/** Whether a message names a file, at least by its last name. */
export function names(message: string, file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name.includes('.') && message.includes(name);
}
