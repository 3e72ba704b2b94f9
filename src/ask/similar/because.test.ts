import { expect, test } from 'vitest';
import { retryMark } from '../../memory/errors/marks.ts';
import { becauseOf } from './because.ts';
import type { Ranked } from './rank.ts';

test('what fixed one case and says nothing about others is named as the fix of that time', () => {
  expect(outcomeOf(['edit lib/orders.ts'])).toBe('fixed that time by Edit lib/orders.ts');
});

test('what went away on retry was not fixed, that time either', () => {
  expect(outcomeOf([retryMark])).toBe('went away on retry; nothing was changed');
});

function outcomeOf(marks: readonly string[]): string {
  const how = { by: 'fingerprint', isMain: true, message: null, words: 1, meaning: 1 };
  const attempts = [{ action: 'Edit lib/orders.ts', marks, successful: true }];
  const ranked = { chain: { state: 'resolved', attempts }, how, fixes: [], times: 1, sessions: 1, isHere: false };
  return becauseOf(ranked as unknown as Ranked).at(-1)!;
}
