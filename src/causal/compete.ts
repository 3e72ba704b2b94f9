import type { Candidate } from './candidates.ts';
import { column, type Signal } from './signals.ts';
import type { Step } from './history/step.ts';

/**
 * Candidates compete. Where a prompt dictates the call, an edit that wrote the same names counts less. Where the call
 * answers a failure, what came before the failure was reached through it. Where one step shows exactly what is
 * replaced, others that show some of its words do not matter. Otherwise more is allowed.
 */
export function compete(candidates: readonly Candidate[], dictates: (prompt: Step) => boolean): void {
  let dictating: Candidate | undefined;
  let failing: Candidate | undefined;
  let showing: Candidate | undefined;
  let verified = false;
  for (const candidate of candidates) {
    const { signals, step } = candidate;
    const has = (signal: Signal): boolean => signals[column[signal]]! > 0;
    if (step.isPrompt && dictates(step)) dictating = candidate;
    if (signals[column.failedTwin]! >= sameCall || has('failedJustNow') || has('failureNamesFile')) {
      if (!failing || failing.step.index < step.index) failing = candidate;
    }
    if (has('replacedHere') || has('replacedElsewhere') || has('namedFirst')) showing = candidate;
    if (has('verifiesLast')) verified = true;
  }
  for (const candidate of candidates) {
    const { signals, step } = candidate;
    const kind = kindOf(candidate);
    const put = (signal: Signal | undefined): void => void (signal && (signals[column[signal]] = 1));
    if (dictating && dictating !== candidate) put(whenDictated[kind]);
    if (failing && failing !== candidate) {
      put(whenReacting[kind]);
      if (step.index < failing.step.index) put(olderThanFailure[kind]);
    }
    if (showing && showing !== candidate) put(whenShown[kind]);
    if (!dictating && !failing && !showing && !verified) put(unopposed[kind]);
  }
}

const sameCall = 0.6;

type Kind = 'prompt' | 'text' | 'symbol' | 'words' | 'near' | 'other';

/** The strongest signal. */
function kindOf({ step, signals }: Candidate): Kind {
  const has = (signal: Signal): boolean => signals[column[signal]]! > 0;
  if (step.isPrompt) return 'prompt';
  if (has('replacedHere')) return 'text';
  if (has('symbolShare')) return 'symbol';
  if (has('wordsOfEdit') || has('wordsMany')) return 'words';
  if (has('lastStep') || has('lastMessage')) return 'near';
  return 'other';
}

const whenDictated: Partial<Record<Kind, Signal>> = { symbol: 'dictatedSymbol', near: 'dictatedNear' };
const whenReacting: Partial<Record<Kind, Signal>> = {
  symbol: 'reactingSymbol',
  text: 'reactingText',
  words: 'reactingWords',
  near: 'reactingNear',
  other: 'reactingOther',
};
const olderThanFailure: Partial<Record<Kind, Signal>> = {
  text: 'olderThanFailureText',
  words: 'olderThanFailureWords',
  prompt: 'olderThanFailurePrompt',
  other: 'olderThanFailureOther',
  near: 'olderThanFailureOther',
};
const whenShown: Partial<Record<Kind, Signal>> = { words: 'shownWords', other: 'shownOther' };
const unopposed: Partial<Record<Kind, Signal>> = {
  symbol: 'unopposedSymbol',
  prompt: 'unopposedPrompt',
  words: 'unopposedWords',
};
