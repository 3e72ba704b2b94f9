import type { EdgeType } from '../model/words.ts';
import type { Group } from './history/step.ts';

/**
 * Every signal a rule can give for a possible cause, by the file in `rules/`, the more informative later. `type` is the
 * kind of cause it supports, null for a mere description. `everywhere` has one weight for all calls; the others also
 * have a weight per group of calls, because the same observation means different things: that a file was looked at just
 * before is strong evidence for an edit of it and weak evidence for a commit.
 */
const byRule = {
  'replaced-text': {
    replacedBest: { type: 'informed', everywhere: true },
    replacedShare: { type: 'informed' },
    replacedElsewhere: { type: 'informed' },
    replacedRest: { type: 'informed' },
    replacedHere: { type: 'informed', everywhere: true },
  },
  'written-text': {
    writtenShare: { type: 'informed' },
    writtenRest: { type: 'informed' },
    writtenElsewhere: { type: 'informed' },
  },
  symbols: {
    symbolShare: { type: 'informed', everywhere: true },
    symbolFirst: { type: 'informed' },
  },
  words: {
    wordsOfEdit: { type: 'informed', everywhere: true },
    wordsOfEditMany: { type: 'informed' },
    wordsOfEditFromEdit: { type: 'informed', everywhere: true },
    wordsOfEditFromLook: { type: 'informed', everywhere: true },
    wordsFromPrompt: { type: 'asked' },
    wordsMany: { type: 'informed', everywhere: true },
    wordsRelative: { type: 'informed' },
  },
  'same-file': {
    fileLooked: { type: 'informed' },
    fileEdited: { type: 'informed' },
    fileLookedBeforeEdits: { type: 'informed' },
    fileWithin: { type: 'informed', everywhere: true },
    fileGoesOn: { type: 'informed', everywhere: true },
  },
  'named-file': {
    namedFirst: { type: 'informed' },
    namedFirstEarlier: { type: 'informed', everywhere: true },
    namedAgain: { type: 'informed' },
    namedAgainEarlier: { type: 'informed' },
  },
  verification: {
    verifiesLast: { type: 'verifies' },
    verifiesSecond: { type: 'verifies' },
    verifiesThird: { type: 'verifies' },
    verifiesFourth: { type: 'verifies' },
    runFailedBefore: { type: 'verifies' },
    runPassedBefore: { type: 'verifies', everywhere: true },
  },
  failures: {
    commandAlike: { type: 'informed', everywhere: true },
    failedJustNow: { type: 'reacted', everywhere: true },
    failureNamesFile: { type: 'reacted' },
    failureNamesFileSolved: { type: 'reacted' },
    failureSolved: { type: null, everywhere: true },
    failureSuperseded: { type: null },
    failedTwin: { type: 'retried', everywhere: true },
    failed: { type: null },
  },
  prompts: {
    promptShare: { type: 'asked', everywhere: true },
    promptCommand: { type: 'asked', everywhere: true },
    promptFirstOfGroup: { type: 'asked', everywhere: true },
    promptFirstStep: { type: 'asked', everywhere: true },
    promptShort: { type: null },
    promptOlder: { type: null, everywhere: true },
  },
  'version-control': {
    committedChange: { type: 'verifies' },
    vcsBefore: { type: 'informed' },
  },
  plans: {
    planBefore: { type: 'informed' },
  },
  situation: {
    distance: { type: null },
    otherTurn: { type: null, everywhere: true },
    size: { type: null },
    isPrompt: { type: 'asked', everywhere: true },
    isPlan: { type: null },
    justBeforeFind: { type: null, everywhere: true },
    justBeforeCheck: { type: null },
    justBeforeOther: { type: null, everywhere: true },
    lastMessage: { type: null, everywhere: true },
    lastStep: { type: null, everywhere: true },
  },
  competition: {
    dictatedSymbol: { type: null },
    dictatedNear: { type: null },
    reactingSymbol: { type: null, everywhere: true },
    reactingText: { type: null },
    reactingWords: { type: null },
    reactingNear: { type: null },
    reactingOther: { type: null },
    olderThanFailureText: { type: null },
    olderThanFailureWords: { type: null },
    olderThanFailurePrompt: { type: null, everywhere: true },
    olderThanFailureOther: { type: null },
    shownWords: { type: null },
    shownOther: { type: null, everywhere: true },
    unopposedSymbol: { type: null },
    unopposedPrompt: { type: null },
    unopposedWords: { type: null, everywhere: true },
  },
} as const satisfies Record<string, Record<string, SignalMeaning>>;

type ByRule = typeof byRule;
export type RuleName = keyof ByRule;
export type Signal = { [Name in RuleName]: keyof ByRule[Name] }[RuleName];

export interface SignalMeaning {
  readonly type: EdgeType | null;
  readonly everywhere?: true;
}

const meanings = Object.assign({}, ...Object.values(byRule)) as Readonly<Record<Signal, SignalMeaning>>;

const rules = Object.fromEntries(
  Object.entries(byRule).flatMap(([rule, own]) => Object.keys(own).map((signal) => [signal, rule])),
) as Readonly<Record<Signal, RuleName>>;

export const signalNames = Object.keys(meanings) as readonly Signal[];
const ranks = Object.fromEntries(signalNames.map((signal, rank) => [signal, rank])) as Readonly<Record<Signal, number>>;
export const ruleNames = Object.keys(byRule) as readonly RuleName[];

export function meaningOf(signal: Signal): SignalMeaning {
  return meanings[signal];
}

/** Of two signals of one rule. */
export function isMoreInformative(signal: Signal, than: Signal): boolean {
  return ranks[signal] > ranks[than];
}

export function ruleOf(signal: Signal): RuleName {
  return rules[signal];
}

export function signalsOf(rule: RuleName): readonly Signal[] {
  return Object.keys(byRule[rule]) as Signal[];
}

/** Calls are few and of many kinds: rare groups share their weights. */
export const weighed = ['edit', 'check', 'vcs', 'find', 'look', 'run', 'other'] as const;
export type Weighed = (typeof weighed)[number];

export function weighedAs(group: Group): Weighed {
  switch (group) {
    case 'search':
    case 'list':
      return 'find';
    case 'delegate':
    case 'plan':
    case 'fetch':
      return 'other';
    default:
      return group;
  }
}
