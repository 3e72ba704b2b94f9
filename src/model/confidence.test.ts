import { expect, test } from 'vitest';
import { confidenceLevel } from './confidence.ts';

test.each([
  [1, 'certain'],
  [0.9, 'certain'],
  [0.89, 'likely'],
  [0.5, 'likely'],
  [0.49, 'possible'],
  [0, 'possible'],
] as const)('a confidence of %s is called %s', (confidence, level) => {
  expect(confidenceLevel(confidence)).toBe(level);
});
