import { describe, expect, test } from 'vitest';
import { scanText, hashOf, looks, readText, type Marks } from './read-text.ts';

const parts = (text: string, { length, start, end }: Marks): string[] =>
  Array.from({ length }, (_, at) => text.slice(start[at], end[at]));
const wordsIn = (text: string): string[] => parts(text, scanText(text).words);
const linesIn = (text: string): string[] => parts(text, scanText(text).lines);
const namesIn = (text: string): string[] => parts(text, scanText(text).names);
const pathsIn = (text: string): string[] => parts(text, scanText(text).paths);
const hashes = ({ hash, length }: Marks): readonly number[] => [...hash.subarray(0, length)];

describe('a line is the same', () => {
  const line = 'return prices.length - 1;';
  const [bare] = hashes(readText(line).lines);

  test.each([
    ['with a number and an arrow before it', `    12→  ${line}`],
    ['with a number and a bar', `12 | ${line}`],
    ['with a number and a colon', `12:${line}`],
    ['with a number and a tab', `    12\t  ${line}`],
    ['with the file and line a search found it at', `src/cart.ts:12:  ${line}`],
    ['added by a patch', `+  ${line}`],
    ['taken away by a patch', `-  ${line}`],
    ['indented', `\t\t${line}   `],
    ['with other white space inside', 'return  prices . length -  1 ;'],
    ['with the line end of another system', `${line}\r\n`],
    ['in the middle of others', `first of three lines\n${line}\r\nlast of three lines`],
  ])('%s', (_, text) => {
    expect(hashes(readText(text).lines)).toContain(bare);
    expect(linesIn(text).some((shown) => shown.startsWith('return'))).toBe(true);
  });

  test.each([
    ['another word', 'return prices.size - 1;'],
    ['the same words in another order', 'prices.return length - 1;'],
    ['a word more', 'return all prices.length - 1;'],
    ['another number', 'return prices.length - 2;'],
    ['large letters', 'RETURN prices.length - 1;'],
  ])('but not with %s', (_, text) => {
    expect(hashes(readText(text).lines)).not.toContain(bare);
  });

  test('and no line at all if it says next to nothing', () => {
    expect(linesIn('}\n});\n\n12345678\n  else {\nlet a')).toEqual([]);
  });

  test('and options or headings of a patch are not taken for its signs', () => {
    expect(linesIn('--verbose output\n+++ heading here')).toEqual(['--verbose output', '+++ heading here']);
  });
});

describe('words', () => {
  test('are the names and words of a text, with the place each was seen at', () => {
    expect(wordsIn('if (parseLine(a) > MAX_SIZE) return $el; // it is 42 or 4711')).toEqual([
      'parseLine',
      'MAX_SIZE',
      'return',
      '$el',
      '4711',
    ]);
  });

  test('are weighted by their look', () => {
    const lookOf = (word: string): number => readText(word).words.look[0]!;
    expect(['parseLine', 'MAX_SIZE', 'MAX', 'v2x', 'snake_case', '$el', '4711'].map(lookOf)).toEqual(
      Array.from({ length: 7 }, () => looks.code),
    );
    expect(['settings', 'Understanding', 'größenordnung'].map(lookOf)).toEqual([looks.long, looks.long, looks.long]);
    expect(['price', 'Price', 'größe'].map(lookOf)).toEqual([looks.plain, looks.plain, looks.plain]);
  });

  test('longer than any name are data', () => {
    expect(wordsIn(`short ${'x'.repeat(64)} ${'y'.repeat(65)} after`)).toEqual(['short', 'x'.repeat(64), 'after']);
  });

  test('are found by their hash, repeated ones as often as they are there', () => {
    expect(hashes(readText('price, price').words)).toEqual([hashOf('price'), hashOf('price')]);
  });

  test('of an empty text are none', () => {
    expect([readText('').words.length, readText('').lines.length, readText(' \n\r\n\t').words.length]).toEqual([
      0, 0, 0,
    ]);
  });
});

describe('files', () => {
  test('are found by name, and by folder and name', () => {
    const text = 'see ./src/deep/parse.ts, README.md and "bin/stemma" (src/a.ts:12).';
    expect(namesIn(text)).toEqual(['parse.ts', 'README.md', 'stemma', 'a.ts']);
    expect(pathsIn(text)).toEqual(['./src/deep/parse.ts', 'bin/stemma', 'src/a.ts']);
    expect(hashes(scanText(text).names)).toContain(hashOf('parse.ts'));
    expect(hashes(scanText(text).paths)).toContain(hashOf('deep/parse.ts'));
  });

  test('are not what only looks like one', () => {
    expect(namesIn('version 1.2.3, and so on... 3.14')).toEqual([]);
  });

  test('are not an abbreviation', () => {
    expect(namesIn('e.g. this one, i.e. that one')).toEqual([]);
  });

  test('at the end of a sentence have no full stop', () => {
    expect(namesIn('It is in src/cart.ts.')).toEqual(['cart.ts']);
  });
});

describe('text in other scripts', () => {
  const russian = '// скидка для постоянных покупателей считается дважды';

  test('is the same line wherever it is shown, and another line when it says something else', () => {
    const [line] = hashes(readText(russian).lines);
    expect(line).toBeDefined();
    expect(hashes(readText(`  12→${russian}\r\n`).lines)).toEqual([line]);
    expect(hashes(readText('// корзина для временных посетителей удаляется').lines)).not.toContain(line);
  });

  test('keeps the places of what is around it', () => {
    expect(wordsIn('折扣 memberRebate 🙂 цена roundToCents')).toEqual(
      expect.arrayContaining(['memberRebate', 'roundToCents']),
    );
    expect(namesIn('下面 src/cart.ts 🙂')).toEqual(['cart.ts']);
  });

  test('is recognised by whole words', () => {
    expect(wordsIn('проверка скидки')).toEqual(['проверка', 'скидки']);
  });

  test('is a line where its words have no spaces between them', () => {
    expect(linesIn('1→// 上面的折扣对老客户计算了两次')).toHaveLength(1);
  });

  test('does not look like names of a program', () => {
    expect(readText('тест').words.look[0]).not.toBe(looks.code);
  });

  test('may be torn', () => {
    expect(wordsIn('\ud83d memberRebate \ude42 roundToCents \ud83d')).toEqual(
      expect.arrayContaining(['memberRebate', 'roundToCents']),
    );
  });
});

describe('of a very long text', () => {
  const long = `atTheBeginning ${'filler '.repeat(200_000)}${'x'.repeat(500_000)} inTheMiddle ${'x'.repeat(500_000)}${' filler'.repeat(200_000)} atTheEnd`;

  test('beginning and end are read, and their places are right', () => {
    const words = wordsIn(long);
    expect([words[0], words.at(-1)]).toEqual(['atTheBeginning', 'atTheEnd']);
    expect(words).not.toContain('inTheMiddle');
  });

  test('only a bounded part is read', () => {
    const count = (text: string): number => readText(text).words.length;
    expect(count('word '.repeat(1_000_000))).toBeLessThan(2 * count('word '.repeat(25_000)));
  });
});

test('what is kept of a text does not change when the next one is read', () => {
  const { words, lines } = readText('first of all lines');
  const before = [hashes(words), hashes(lines)];
  readText('and now for something completely different');
  expect([hashes(words), hashes(lines)]).toEqual(before);
});
