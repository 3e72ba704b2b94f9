import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from './align.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

function held(a: string, b: string): string {
  return align([...a], [...b])
    .map(({ a: at }) => a[at])
    .join('');
}

test('what two lists have in common keeps its order', () => {
  expect(held('abcdef', 'abxdef')).toBe('abdef');
  expect(held('xayb', 'ab')).toBe('ab');
  expect(held('abab', 'baba')).toHaveLength(3);
  expect(held('', 'abc')).toBe('');
});

test('pairs rise in both lists and hold the same', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      const pairs = align(a, b);
      for (const [at, pair] of pairs.entries()) {
        expect(a[pair.a]).toBe(b[pair.b]);
        if (at > 0) expect(pair.a > pairs[at - 1]!.a && pair.b > pairs[at - 1]!.b).toBe(true);
      }
    }),
  );
});

test('a list is all of itself, also with something put in and taken out', () => {
  fc.assert(
    fc.property(words, fc.nat(), (a, place) => {
      expect(align(a, a)).toHaveLength(a.length);
      const at = place % (a.length + 1);
      expect(align(a, [...a.slice(0, at), 'new', ...a.slice(at)])).toHaveLength(a.length);
    }),
  );
});

test('two long lists without anything to hold on to are given up, not compared for ever', () => {
  const a = Array.from({ length: 50_000 }, (_, at) => String(at % 7));
  const b = Array.from({ length: 50_000 }, (_, at) => String((at * 3) % 7));
  expect(align(['begin', ...a, 'end'], ['begin', ...b, 'end']).length).toBeGreaterThanOrEqual(2);
});
