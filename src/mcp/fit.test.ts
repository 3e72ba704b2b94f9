import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, fit } from './fit.ts';

interface Listed {
  readonly items: readonly { readonly id: number; readonly text: string; readonly inner?: readonly string[] }[];
  readonly truncated: boolean;
}
const shortening = {
  length: ({ items }: Listed) => items.length,
  to: (answer: Listed, length: number): Listed => ({
    ...answer,
    items: answer.items.slice(0, length),
    truncated: true,
  }),
};

test('what fits is left as it is', () => {
  const answer = { items: [{ id: 1, text: 'x' }], truncated: false };
  expect(fit(answer, shortening, 1000)).toBe(answer);
});

test('long texts are cut before entries are left out, and say how much is missing', () => {
  const answer = {
    items: [
      { id: 1, text: 'a'.repeat(9000) },
      { id: 2, text: 'b' },
    ],
    truncated: false,
  };
  expect(fit(answer, shortening, 3000)).toEqual({
    items: [
      { id: 1, text: `${'a'.repeat(2000)}… [7000 characters more]` },
      { id: 2, text: 'b' },
    ],
    truncated: false,
  });
});

test('what is left out is left out at the end, and said', () => {
  const items = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(90) }));
  const { items: kept, truncated } = fit({ items, truncated: false }, shortening, 2500);
  expect(truncated).toBe(true);
  expect(kept).toEqual(items.slice(0, kept.length));
  expect(kept.length).toBeGreaterThan(15);
});

test('whatever it is, it fits, and a cut never splits a character', () => {
  const text = fc.string({ maxLength: 3000, unit: 'grapheme' });
  const item = fc.record({ id: fc.integer(), text, inner: fc.array(text, { maxLength: 20 }) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), (items) => {
      expect(JSON.stringify(fit({ items, truncated: false }, shortening, 6000)).length).toBeLessThanOrEqual(6000);
    }),
    { numRuns: 50 },
  );
  expect(cutText('ab😀cd', 3)).toBe('ab… [3 characters more]');
});
