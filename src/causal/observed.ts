import type { Candidate, Evidence } from './candidates.ts';
import { changedNames, listed } from './evidence.ts';
import { nameOf, wordAt, type Step, type Target } from './history/step.ts';
import type { Term } from './rules/terms.ts';
import { column, type Signal } from './signals.ts';

/** Two calls that share this much of their words are much alike. */
const alike = 0.5;
/** A word that weighs less is in many steps. */
const rare = 1;

/**
 * Evidence for the signals that every candidate gets. Only what is reported needs it, so it is put together at the end.
 */
export function observed({ step, signals }: Candidate, target: Target, terms: readonly Term[]): readonly Evidence[] {
  const found: Evidence[] = [];
  const has = (signal: Signal): boolean => signals.get(column[signal]) > 0;
  if (signals.get(column.likeness) >= alike && !step.failed) found.push(['likeness', () => 'a very similar call']);
  else if (has('termsShown')) found.push(['termsShown', () => sharing(`${verbOf(step)} `, ', which it uses')]);
  else if (has('termsUsed')) found.push(['termsUsed', () => sharing('input has ', ' too')]);
  if (has('latestFailure')) found.push(['latestFailure', () => 'the last failure before it']);
  // Of calls that name a file, and of what checks and version control look at, other rules say more.
  if (step.isPrompt && has('fileNamed'))
    found.push(['fileNamed', () => `names the file "${nameOf(target.files[0]!.path)}"`]);
  if (has('editSinceSameCommand') && isPlainCommand(target))
    found.push(['editSinceSameCommand', () => `changed ${changedNames(step)} before it ran`]);
  return found;

  function sharing(before: string, after: string): string {
    const held = terms.filter(({ holders }) => holders.includes(step.index));
    const words = listed(
      held,
      ({ weight }) => weight,
      ({ place }) => wordAt(target, place),
    );
    // Nobody takes a word that is everywhere for a reason: the text says what it is.
    return held.some(({ weight }) => weight >= rare) ? before + words + after : commonWords + words;
  }
}

const commonWords = 'shares only common words with it: ';

/** The same texts; what says little by itself comes last, whatever it weighs beside other signals of its rule. */
export function strongestFirst(texts: readonly string[]): readonly string[] {
  const isWeak = (text: string): boolean => text.startsWith(commonWords);
  return [...texts.filter((text) => !isWeak(text)), ...texts.filter(isWeak)];
}

/** Where its words were: in what was typed, written or printed. */
function verbOf({ isPrompt, group }: Step): string {
  if (isPrompt) return 'says';
  return group === 'edit' ? 'writes' : 'output shows';
}

function isPlainCommand({ command, checkKind, verb }: Target): boolean {
  return command.size > 0 && checkKind === undefined && verb === undefined;
}
