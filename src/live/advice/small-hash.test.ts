import { hash as real } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash } from './small-hash.ts';

test('gives what node:crypto gives, for any text of any length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      (text) => hash('sha256', text, 'hex') === real('sha256', text, 'hex'),
    ),
    { numRuns: 500 },
  );
  for (const length of [0, 55, 56, 63, 64, 119, 120, 10_000])
    expect(hash('sha256', 'x'.repeat(length), 'hex')).toBe(real('sha256', 'x'.repeat(length), 'hex'));
});
