import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytes, number, plural, short } from './amount.ts';
import { safeText, oneLine } from './safe-text.ts';
import { ago, span } from './when.ts';
import { column, fit, fitMiddle, width, wrap } from './width.ts';

describe('text of a transcript cannot', () => {
  test.each([
    ['move the cursor', '\u001b[2J\u001b[1;1Hhello', 'hello'],
    ['set the title of the window', '\u001b]0;owned\u0007hello', 'hello'],
    ['make a link', '\u001b]8;;http://evil\u001b\\click\u001b]8;;\u001b\\', 'click'],
    ['colour what follows', '\u001b[31mred', 'red'],
    ['use the eight-bit escapes', '\u009b31mred', 'red'],
    ['ring, go back or return', 'a\u0007b\u0008c\rd', 'a␇b␈c␍d'],
    ['hide a NUL', 'a\0b', 'a␀b'],
    ['turn the direction of reading', 'exe\u202egnp', 'exe\ufffdgnp'],
    ['isolate directions', 'a\u2066b\u2069c', 'a\ufffdb\ufffdc'],
    ['leave half a character', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_, text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  test('do anything at all to a terminal, whatever it is', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\u001b', '\u009b', '[', ']', '0', ';', 'm', '\u0007', '\\', 'P', '\r'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(
        nasty,
        (text) => void expect(safeText(text)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/),
      ),
    );
  });

  test('keep us busy: sequences that never end are read once, where twice would take minutes', () => {
    expect(safeText('\u001b]'.repeat(1_000_000) + '\u009b1'.repeat(1_000_000))).not.toContain('\u001b');
  });

  test('keep ordinary text', () => {
    expect(safeText('naïve 日本語 👩‍💻\n\tx')).toBe('naïve 日本語 👩‍💻\n\tx');
    expect(oneLine('  a\n\n b\tc ')).toBe('a b c');
  });
});

describe('columns', () => {
  test('of a long id keep both its ends', () => {
    expect(fitMiddle('claude:75fc4fc3/a90f927e4399e64c3', 19)).toBe('claude:75…4399e64c3');
    expect(fitMiddle('claude:75fc4fc3', 15)).toBe('claude:75fc4fc3');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 30 }),
        (text, room) => void expect(width(fitMiddle(text, room))).toBeLessThanOrEqual(room),
      ),
    );
  });

  test.each([
    ['abc', 3],
    ['日本語', 6],
    ['한국어', 6],
    ['e\u0301', 1],
    ['👍', 2],
    ['', 0],
    ['—…✗', 3],
  ])('%s takes %i', (text, columns) => {
    expect(width(text)).toBe(columns);
  });

  test('a cut text never takes more than it was given, and a column takes exactly that', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(width(fit(text, columns))).toBeLessThanOrEqual(columns);
        expect(width(column(text, columns))).toBe(columns);
      }),
    );
  });

  test('wide characters are not cut in half', () => {
    expect(fit('日本語', 5)).toBe('日本…');
    expect(fit('日本語', 4)).toBe('日…');
    expect(column('日本', 6)).toBe('日本  ');
    expect(column('7', 3, 'right')).toBe('  7');
  });

  test('long lines are broken at spaces, and inside words only where there is no other way', () => {
    expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrap('one\n\ntwo', 10)).toEqual(['one', '', 'two']);
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 40 }), (text, columns) => {
        for (const line of wrap(text, columns)) expect(width(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

test('amounts are short and the same everywhere', () => {
  expect([number(0), number(1234), number(1234567)]).toEqual(['0', '1,234', '1,234,567']);
  expect([plural(1, 'file'), plural(2000, 'file')]).toEqual(['1 file', '2,000 files']);
  expect([bytes(12), bytes(1234), bytes(12_345_678), bytes(999_700)]).toEqual(['12 B', '1.2 kB', '12 MB', '1.0 MB']);
  expect([short(999), short(1234), short(12_345), short(1_234_567)]).toEqual(['999', '1.2k', '12k', '1.2M']);
  expect([span(420), span(3200), span(14 * 60_000), span(3 * 3_600_000), span(12 * 86_400_000)]).toEqual([
    '420 ms',
    '3.2 s',
    '14 min',
    '3 h',
    '12 d',
  ]);
  expect([ago(1000, 2000), ago(0, 3 * 3_600_000), ago(5000, 0)]).toEqual(['just now', '3 h ago', 'just now']);
});
