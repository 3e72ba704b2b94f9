import type { Candidate } from './candidates.ts';
import type { SignalRow } from './signal-row.ts';
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
    const { step } = candidate;
    if (step.isPrompt && dictates(step)) dictating = candidate;
    if (isAnswered(candidate) && (!failing || failing.step.index < step.index)) failing = candidate;
    if (showsExactly(candidate)) showing = candidate;
    if (candidate.signals.get(column.verifiesLast) > 0) verified = true;
  }
  const isUnopposed = !dictating && !failing && !showing && !verified;
  for (const candidate of candidates) {
    const { signals, step } = candidate;
    const kind = kindOf(candidate);
    if (isUnopposed) give(signals, kind.unopposed);
    if (dictating && dictating !== candidate) give(signals, kind.dictated);
    if (failing && failing !== candidate) {
      give(signals, kind.reacting);
      if (step.index < failing.step.index) give(signals, kind.olderThanFailure);
    }
    if (showing && showing !== candidate) give(signals, kind.shown);
  }
}

const sameCall = 0.6;

function isAnswered({ signals }: Candidate): boolean {
  return (
    signals.get(column.failedTwin) >= sameCall ||
    signals.get(column.failedJustNow) > 0 ||
    signals.get(column.failureNamesFile) > 0
  );
}

function showsExactly({ signals }: Candidate): boolean {
  return (
    signals.get(column.replacedHere) > 0 ||
    signals.get(column.replacedElsewhere) > 0 ||
    signals.get(column.namedFirst) > 0
  );
}

function give(signals: SignalRow, to: number | undefined): void {
  if (to !== undefined) signals.set(to, 1);
}

/** What a candidate is by its strongest signal, and the columns of the signals it gets in each case. */
type Kind = Readonly<Record<'dictated' | 'reacting' | 'olderThanFailure' | 'shown' | 'unopposed', number | undefined>>;

const kinds = {
  prompt: kind({ olderThanFailure: 'olderThanFailurePrompt', unopposed: 'unopposedPrompt' }),
  text: kind({ reacting: 'reactingText', olderThanFailure: 'olderThanFailureText' }),
  symbol: kind({ dictated: 'dictatedSymbol', reacting: 'reactingSymbol', unopposed: 'unopposedSymbol' }),
  words: kind({
    reacting: 'reactingWords',
    olderThanFailure: 'olderThanFailureWords',
    shown: 'shownWords',
    unopposed: 'unopposedWords',
  }),
  near: kind({ dictated: 'dictatedNear', reacting: 'reactingNear', olderThanFailure: 'olderThanFailureOther' }),
  other: kind({ reacting: 'reactingOther', olderThanFailure: 'olderThanFailureOther', shown: 'shownOther' }),
};

function kind(signals: Partial<Record<keyof Kind, Signal>>): Kind {
  const of = (when: keyof Kind): number | undefined => signals[when] && column[signals[when]];
  return {
    dictated: of('dictated'),
    reacting: of('reacting'),
    olderThanFailure: of('olderThanFailure'),
    shown: of('shown'),
    unopposed: of('unopposed'),
  };
}

function kindOf({ step, signals }: Candidate): Kind {
  if (step.isPrompt) return kinds.prompt;
  if (signals.get(column.replacedHere) > 0) return kinds.text;
  if (signals.get(column.symbolShare) > 0) return kinds.symbol;
  if (signals.get(column.wordsOfEdit) > 0 || signals.get(column.wordsMany) > 0) return kinds.words;
  if (signals.get(column.lastStep) > 0 || signals.get(column.lastMessage) > 0) return kinds.near;
  return kinds.other;
}
