import { expect, test } from 'vitest';
import { Forest, type Tree } from './trees.ts';

/** At most 0.5 in its column: the first value, otherwise the second. */
const split = (column: number, low: number, high: number): Tree => ({
  column: [column, -1, -1],
  at: [0.5, low, high],
  left: [1, 0, 0],
});
const forest = new Forest([split(0, -1, 2), split(1, -3, 1)], [0, 1]);

test('the trees add the value of the leaf that a row comes to', () => {
  expect(forest.addTo(10, Float64Array.of(0, 1), -Infinity)).toBe(10);
  expect(forest.addTo(10, Float64Array.of(1, 0.5), -Infinity)).toBe(9);
});

test('what can still reach the odds asked for is added up, what cannot is below them', () => {
  expect(forest.addTo(0, Float64Array.of(1, 1), 3)).toBe(3);
  expect(forest.addTo(0, Float64Array.of(0, 1), 3)).toBeLessThan(3);
  expect(forest.addTo(-1, Float64Array.of(1, 1), 3)).toBeLessThan(3);
});
