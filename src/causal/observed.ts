import type { Candidate, Evidence } from './candidates.ts';
import { changedNames, listed } from './evidence.ts';
import { nameOf, wordAt, type Target } from './history/step.ts';
import type { Term } from './rules/terms.ts';
import { column, type Signal } from './signals.ts';

/** Two calls that share this much of their words are much alike. */
const alike = 0.5;

/**
 * Evidence for the signals that every candidate gets. Only what is reported needs it, so it is put together at the end.
 */
export function observed({ step, signals }: Candidate, target: Target, terms: readonly Term[]): readonly Evidence[] {
  const found: Evidence[] = [];
  const has = (signal: Signal): boolean => signals.get(column[signal]) > 0;
  if (signals.get(column.likeness) >= alike && !step.failed) found.push(['likeness', () => 'a call much like it']);
  else if (has('termsShown')) found.push(['termsShown', () => `${step.isPrompt ? 'says' : 'shows'} ${shared()}`]);
  else if (has('termsUsed')) found.push(['termsUsed', () => `is about ${shared()} too`]);
  if (has('latestFailure')) found.push(['latestFailure', () => 'the last step that failed before it']);
  // Of calls that name a file, and of what checks and version control look at, other rules say more.
  if (step.isPrompt && has('fileNamed')) found.push(['fileNamed', () => `names ${nameOf(target.files[0]!.path)}`]);
  if (has('editSinceSameCommand') && isPlainCommand(target))
    found.push(['editSinceSameCommand', () => `changed ${changedNames(step)} before it`]);
  return found;

  function shared(): string {
    return listed(
      terms.filter(({ holders }) => holders.includes(step.index)),
      ({ weight }) => weight,
      ({ place }) => wordAt(target, place),
    );
  }
}

function isPlainCommand({ command, checkKind, verb }: Target): boolean {
  return command.size > 0 && checkKind === undefined && verb === undefined;
}
