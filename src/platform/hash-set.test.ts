import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashSet } from './hash-set.ts';

test('it holds what was added since it was cleared, as a Set does, however much that is', () => {
  const hashes = new HashSet();
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), fc.integer({ min: -2, max: 2 })), { maxLength: 600 }), (words) => {
      hashes.clear();
      const expected = new Set<number>();
      for (const word of words) {
        expect(hashes.has(word)).toBe(expected.has(word));
        expect(hashes.add(word)).toBe(!expected.has(word));
        expected.add(word);
      }
      expect(hashes.count).toBe(expected.size);
      for (const word of expected) expect(hashes.has(word)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
