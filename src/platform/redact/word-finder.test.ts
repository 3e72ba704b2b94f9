import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordFinder } from './word-finder.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });

test('words are found in the same order, and passed over in the same way, with the automaton and without', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x'), maxLength: 40 }),
      fc.array(fc.nat(6), { maxLength: 10 }),
      (words, text, leaps) => {
        const visits = (plainText: number) => {
          const seen: [number, number][] = [];
          wordFinder(words, plainText).scan(text, (index, end) => {
            seen.push([index, end]);
            return end + (leaps[seen.length - 1] ?? 0);
          });
          return seen;
        };
        expect(visits(Number.POSITIVE_INFINITY)).toEqual(visits(0));
      },
    ),
    { numRuns: 1_000 },
  );
});
