import { isBookkeeping } from '../../memory/advice/bookkeeping.ts';
import { isReckless } from '../../memory/advice/reckless.ts';
import { fileIn, sameFile } from '../../memory/errors/marks.ts';
import type { ChainRef } from '../../model/ids.ts';
import { isOfNamedFile, type Attempt, type Tried } from './fix-marks.ts';

/** A failure and what was tried, as it is counted here. */
export interface TriedFailure extends Tried {
  readonly chain: ChainRef;
  readonly at: number | null;
}

/** The same thing done about several failures. */
export interface Action {
  readonly marks: readonly string[];
  readonly tries: { readonly chain: TriedFailure; readonly attempt: Attempt }[];
}

/**
 * Whether what was done says something about the next failure of its kind. It does when somebody entered it, when it
 * helped in two sessions, or when the failure itself explains it: it is the failing call with a word changed, it is
 * about the file that failed, or its message names what the command is about. What merely came before a check that
 * passed does not; nor does a file that no message names, unless it was changed again and again; nor what bypasses a
 * safeguard.
 */
export function isSupported({ marks, tries }: Action): boolean {
  const worked = tries.filter(({ attempt }) => attempt.successful === true);
  const counted = worked.length > 0 ? worked : tries;
  if (counted.some(({ attempt }) => attempt.isManual)) return true;
  if (worked.length > 0 && worked.every(({ chain, attempt }) => isReckless(attempt.action, chain.action))) return false;
  if (marks.some((mark) => counted.some(({ chain }) => isExplained(mark, chain)))) return true;
  // One step may end several failures at once: it is one case.
  const isAgain =
    distinct(counted, ({ chain }) => chain.chain.tree) >= enoughSessions ||
    distinct(counted, ({ attempt: { id } }) => (typeof id === 'string' ? id : id.event)) >= enoughSteps;
  if (marks.every((mark) => fileIn(mark) !== undefined)) return isAgain && tries.length >= enoughChanges;
  const notable = counted.filter(({ chain }) => !marks.every((mark) => isBookkeeping(mark, chain.message)));
  return notable.length > 0 && (isAgain || notable.some(({ chain, attempt }) => isAbout(attempt, chain)));
}

const enoughSessions = 2;
const enoughSteps = 3;
const enoughChanges = 5;

function distinct(tries: Action['tries'], of: (each: Action['tries'][number]) => unknown): number {
  return new Set(tries.map(of)).size;
}

/**
 * The failing call otherwise, or an action on the file that failed or that the message names. What is wrong at a place in
 * a file stays wrong, however it is looked for.
 */
function isExplained(mark: string, { message }: Tried): boolean {
  if (mark.startsWith('the same command ')) return !isPlace.test(message);
  return mark.includes(sameFile) || isOfNamedFile(mark);
}

/** `src/a.ts(3,7): `, `…/a.md:16 `. */
const isPlace = /^\S+\.\w+(?::\d+|\(\d+,\d+\))/;

/**
 * The message names the command, or what it is called with: `pip install flask` where flask is missing. A word that the
 * failing call had as well says nothing: that call did not help.
 */
function isAbout({ action }: Attempt, failed: Tried): boolean {
  const stated = new Set(wordsOf(failed.message));
  const known = new Set(wordsOf(failed.action));
  return wordsOf(action).some((word) => stated.has(word) && !known.has(word) && !isCommon.test(word));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z][a-z0-9]{2,}/g) ?? [];
}

/** Words of any failure or any command. */
const isCommon =
  /^(?:and|any|are|bash|bin|build|but|cannot|check|code|command|could|directory|error|exec|exit|fail|failed|failing|file|files|first|for|from|found|git|has|have|install|invalid|line|main|make|master|missing|name|new|node|non|not|npm|one|only|option|options|origin|path|run|running|script|set|shell|src|such|test|tests|the|this|type|unknown|use|was|when|with|you|your)$/;
