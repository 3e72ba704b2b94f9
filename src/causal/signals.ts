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
    latestFailure: { type: 'reacted', everywhere: true },
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
    size: { type: null },
    isPrompt: { type: 'asked', everywhere: true },
    isPlan: { type: null },
    justBeforeFind: { type: null, everywhere: true },
    justBeforeCheck: { type: null },
    justBeforeOther: { type: null, everywhere: true },
    lastMessage: { type: null, everywhere: true },
    lastStep: { type: null, everywhere: true },
  },
  terms: {
    termsShown: { type: 'informed', everywhere: true },
    termsUsed: { type: 'informed', everywhere: true },
    termsAny: { type: 'informed', everywhere: true },
    termsLast: { type: 'informed', everywhere: true },
    termsLastNew: { type: 'informed', everywhere: true },
    termsOnly: { type: 'informed', everywhere: true },
    termsWritten: { type: 'informed', everywhere: true },
    termsWrittenFirst: { type: 'informed', everywhere: true },
    termsNumbers: { type: 'informed', everywhere: true },
    promptCovered: { type: null, everywhere: true },
    likeness: { type: 'informed', everywhere: true },
  },
  'file-visits': {
    visitLooked: { type: 'informed', everywhere: true },
    visitEdited: { type: 'informed', everywhere: true },
    visitLookedLast: { type: 'informed', everywhere: true },
    visitEditedLast: { type: 'informed', everywhere: true },
    visitLookedSince: { type: null, everywhere: true },
    visitEditedSince: { type: null, everywhere: true },
    visitFolder: { type: 'informed', everywhere: true },
    fileNamed: { type: 'informed', everywhere: true },
    fileNamedLast: { type: 'informed', everywhere: true },
    fileNamedFirst: { type: 'informed', everywhere: true },
  },
  'edits-before': {
    editRank: { type: 'verifies' },
    editInLatestRun: { type: 'verifies' },
    editSinceCheck: { type: 'verifies' },
    editSinceSameCommand: { type: 'verifies' },
    editFolderNamed: { type: 'verifies', everywhere: true },
    checksSince: { type: null, everywhere: true },
    editsSince: { type: null, everywhere: true },
  },
  surroundings: {
    near: { type: null },
    lastCall: { type: null, everywhere: true },
    sameTurn: { type: null },
    turnsApart: { type: null, everywhere: true },
    isEdit: { type: null },
    isCheck: { type: null },
    isVcs: { type: null },
    isFind: { type: null },
    isLook: { type: null },
    isRun: { type: null },
    sameGroup: { type: null, everywhere: true },
    candidatesMany: { type: null, everywhere: true },
    callsInTurn: { type: null, everywhere: true },
    emptyResult: { type: null, everywhere: true },
    commandLikeness: { type: null, everywhere: true },
    failureSince: { type: null, everywhere: true },
    promptRank: { type: null, everywhere: true },
    promptLong: { type: null, everywhere: true },
  },
} as const satisfies Record<string, Record<string, SignalMeaning>>;

type ByRule = typeof byRule;
export type RuleName = keyof ByRule;
type Seen = { [Name in RuleName]: keyof ByRule[Name] }[RuleName];

/** What also counts as a share of the best candidate's, under a name of its own. */
export const compared = ['termsAny', 'termsLast', 'likeness', 'commandLikeness'] as const satisfies readonly Seen[];

export type Signal = Seen | `${(typeof compared)[number]}OfBest`;

export interface SignalMeaning {
  readonly type: EdgeType | null;
  readonly everywhere?: true;
}

const seen = Object.entries(byRule).flatMap(([rule, own]) =>
  Object.entries<SignalMeaning>(own).map(([signal, meaning]) => ({ signal, rule: rule as RuleName, meaning })),
);
const all = [
  ...seen,
  ...seen
    .filter(({ signal }) => compared.some((each) => each === signal))
    .map(({ signal, rule }) => ({ signal: `${signal}OfBest`, rule, meaning: { type: null, everywhere: true } })),
];
const meanings = Object.fromEntries(all.map(({ signal, meaning }) => [signal, meaning])) as Readonly<
  Record<Signal, SignalMeaning>
>;
const rules = Object.fromEntries(all.map(({ signal, rule }) => [signal, rule])) as Readonly<Record<Signal, RuleName>>;

export const signalNames = Object.keys(meanings) as readonly Signal[];
/** The place of each signal in the row of a candidate. */
export const column = Object.fromEntries(signalNames.map((signal, at) => [signal, at])) as Readonly<
  Record<Signal, number>
>;
export const ruleNames = Object.keys(byRule) as readonly RuleName[];

export function meaningOf(signal: Signal): SignalMeaning {
  return meanings[signal];
}

/** Of two signals of one rule. */
export function isMoreInformative(signal: Signal, than: Signal): boolean {
  return column[signal] > column[than];
}

export function ruleOf(signal: Signal): RuleName {
  return rules[signal];
}

export function signalsOf(rule: RuleName): readonly Signal[] {
  return signalNames.filter((signal) => rules[signal] === rule);
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
