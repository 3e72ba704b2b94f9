import { expect, test } from 'vitest';
import type { Candidate } from './candidates.ts';
import type { Target } from './history/step.ts';
import { observed, strongestFirst } from './observed.ts';
import { SignalRow } from './signal-row.ts';
import { column } from './signals.ts';

test.each([
  [2.4, 'output shows "git", which it uses'],
  [0.4, 'shares only common words with it: "git"'],
])('a word that weighs %f is evidence as far as it is rare', (weight, text) => {
  expect(evidenceOf(weight)).toEqual([text]);
});

test('that only common words are shared comes after every other reason', () => {
  const [common, other] = [evidenceOf(0.4)[0]!, 'failed just before it'];
  expect(strongestFirst([common, other, evidenceOf(2.4)[0]!])).toEqual([other, evidenceOf(2.4)[0], common]);
});

/** Of a step whose output has the word `git`, for a call that has it too. */
function evidenceOf(weight: number): readonly string[] {
  const signals = new SignalRow();
  signals.set(column.termsShown, 0.5);
  const step = { index: 3, isPrompt: false, failed: false, group: 'run' };
  const target = { text: 'git', wordsInText: { start: [0], end: [3] }, command: new Set(), files: [] };
  return observed({ step, signals, evidence: undefined } as unknown as Candidate, target as unknown as Target, [
    { place: 0, weight, holders: [3] },
  ]).map(([, text]) => text());
}
