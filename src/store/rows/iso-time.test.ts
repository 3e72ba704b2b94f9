import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';
import { whole } from './whole.ts';

test('a time reads as Date writes it, before 1970 too', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e15, max: 1e15 })), (times) => {
      for (const at of times)
        for (const near of [at, at + 1, at + 59_999]) expect(isoTime(near)).toBe(new Date(near).toISOString());
    }),
  );
});

test('every number the store takes is a time it can show', () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      const at = whole(number);
      if (at !== null) expect(isoTime(at)).toBe(new Date(at).toISOString());
    }),
  );
  expect([1.5, -0.2, 1e15, 1e16, Infinity, Number.NaN, null, undefined].map(whole)).toEqual([
    2,
    -0,
    1e15,
    null,
    null,
    null,
    null,
    null,
  ]);
});
