import { expect, test } from 'vitest';
import { linesOfChange, withoutSharedIndent } from './diff-lines.ts';

test('a change is listed by line, with context and the line numbers of both sides', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n');
  expect(linesOfChange(before, before.replace('f', 'F'))).toEqual([
    { unchanged: 2 },
    { sign: ' ', text: 'c', before: 3, after: 3 },
    { sign: ' ', text: 'd', before: 4, after: 4 },
    { sign: ' ', text: 'e', before: 5, after: 5 },
    { sign: '-', text: 'f', before: 6, after: null },
    { sign: '+', text: 'F', before: null, after: 6 },
    { sign: ' ', text: 'g', before: 7, after: 7 },
    { sign: ' ', text: 'h', before: 8, after: 8 },
  ]);
});

test('a line similar to the one it replaces shows what differs', () => {
  const [old, now] = linesOfChange('const limit = 20;', 'const limit = 60;');
  expect(old).toMatchObject({
    sign: '-',
    parts: [
      { text: 'const limit = ', differs: false },
      { text: '20', differs: true },
      { text: ';', differs: false },
    ],
  });
  expect(now).toMatchObject({
    sign: '+',
    parts: [{ text: 'const limit = ' }, { text: '60', differs: true }, { text: ';' }],
  });
});

test('every line of a new file is added', () => {
  expect(linesOfChange('', 'a\nb\n')).toEqual([
    { sign: '+', text: 'a', before: null, after: 1 },
    { sign: '+', text: 'b', before: null, after: 2 },
  ]);
});

test('only indentation shared by every line is removed', () => {
  expect(withoutSharedIndent('    a\n\n      b', '    c')).toEqual(['a\n\n  b', 'c']);
  expect(withoutSharedIndent('\ta\n  b', '')).toEqual(['\ta\n  b', '']);
});
