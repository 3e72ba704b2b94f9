import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilson } from './wilson.ts';

test('one of one is no certainty, and forty of forty nearly is', () => {
  expect(wilson(1, 1).low).toBeCloseTo(0.207, 2);
  expect(wilson(40, 40).low).toBeGreaterThan(0.9);
});

test('the interval is the known one', () => {
  const { low, high } = wilson(8, 10);
  expect([low, high].map((end) => end.toFixed(3))).toEqual(['0.490', '0.943']);
});

test('of nothing tried nothing is known', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
});

test('it holds the rate, stays between 0 and 1, and narrows with more tries of the same rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (tried, some) => {
      const worked = Math.min(some, tried);
      const { low, high } = wilson(worked, tried);
      const wider = wilson(worked, tried);
      const narrower = wilson(10 * worked, 10 * tried);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(worked / tried + 1e-9);
      expect(high).toBeGreaterThanOrEqual(worked / tried - 1e-9);
      expect(narrower.high - narrower.low).toBeLessThan(wider.high - wider.low);
    }),
  );
});
