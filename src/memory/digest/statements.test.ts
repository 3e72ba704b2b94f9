import { describe, expect, test } from 'vitest';
import { findingWorth, isDecision, isNarration, isNote, isRule, passagesOf } from './statements.ts';

describe('sentences of a message', () => {
  test.each([
    "I'm currently focused on the missing handler in `src/a.ts`.",
    'My next step is to look at `src/a.ts`, because it returns nothing.',
    "Now I'm checking the missing handler.",
    "But wait, the file isn't in the folder.",
  ])('says what the agent does, and is neither a finding nor a note: %s', (sentence) => {
    expect(isNarration(sentence)).toBe(true);
    expect(findingWorth(sentence)).toBe(0);
    expect(isNote(sentence)).toBe(false);
  });

  test.each([
    "I'll skip this one and note it in the reply.",
    "I'm leaving the tree providers as they are.",
    'I used a table instead of a list because rows are compared.',
    'We will not touch the generated files.',
  ])('is a decision: %s', (sentence) => expect(isDecision(sentence)).toBe(true));

  test.each([
    'The count shows 7 instead of 9 in the list.',
    "I'm checking the providers so I can decide which cases should be empty.",
    'Let me keep looking for the second file.',
  ])('is no decision: %s', (sentence) => expect(isDecision(sentence)).toBe(false));

  test('a rule says what must never be done, not what never was', () => {
    expect(isRule('Never commit to main without asking.')).toBe(true);
    expect(isRule('You never need to ask for a commit.')).toBe(true);
    expect(isRule('The owner never asked for that file.')).toBe(false);
  });

  test('a sentence that points back is quoted with the one before, an introduction with its list', () => {
    const text = passagesOf(
      'The cache is stale after a restart. That is why the total is wrong.\n\nStill to do:\n- one thing\n- another',
    );
    expect(text.map((each) => each.text)).toEqual([
      'The cache is stale after a restart.',
      'The cache is stale after a restart. That is why the total is wrong.',
      'Still to do: one thing; another',
    ]);
  });
});
