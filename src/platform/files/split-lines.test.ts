import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './split-lines.ts';

function split(text: string, cuts: readonly number[], limit?: number) {
  const bytes = Buffer.from(text);
  const splitter = new LineSplitter(0, limit);
  const ends = [...cuts, bytes.length].sort((a, b) => a - b);
  const lines = ends.flatMap((end, i) => [...splitter.push(bytes.subarray(ends[i - 1] ?? 0, end))]);
  return { lines, rest: splitter.rest() };
}

test('lines come out whole, wherever the chunks were cut', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '漢', '"', ' ') }), { maxLength: 12 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(200)), (parts, cuts) => {
      const text = parts.map((part) => `${part}\n`).join('');
      const { lines, rest } = split(
        text,
        cuts.map((cut) => Math.min(cut, Buffer.byteLength(text))),
      );
      expect(lines.map(({ bytes }) => bytes!.toString())).toEqual(parts);
      expect(lines.reduce((sum, { length }) => sum + length, 0)).toBe(Buffer.byteLength(text));
      expect(rest).toBeUndefined();
    }),
  );
});

test('every line knows where it begins', () => {
  const { lines } = split('ab\n\ncde\n', [1, 4]);
  expect(lines.map(({ offset, length }) => [offset, length])).toEqual([
    [0, 3],
    [3, 1],
    [4, 4],
  ]);
});

test('what follows the last newline is held back', () => {
  const { lines, rest } = split('one\ntw', [2]);
  expect(lines).toHaveLength(1);
  expect(rest).toMatchObject({ offset: 4, length: 2 });
});

test('a line over the limit is measured but not held in memory', () => {
  const { lines } = split(`${'x'.repeat(100)}\nshort\n`, [10, 50], 20);
  expect(lines).toEqual([
    { offset: 0, length: 101, bytes: undefined },
    { offset: 101, length: 6, bytes: Buffer.from('short') },
  ]);
});
