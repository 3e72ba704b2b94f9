import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob } from './matches-glob.ts';

test.each([
  ['/home/dev/shop', '/home/dev/*', true],
  ['/home/dev/shop/src', '/home/dev/*', false],
  ['/home/dev/shop/src', '/home/**', true],
  ['/home/dev/shop', '/home/**/shop', true],
  ['/home/shop', '/home/**/shop', true],
  ['/a/b.jsonl', '**/*.jsonl', true],
  ['/a/b.json', '**/*.{jsonl,txt}', false],
  ['/a/b.txt', '**/*.{jsonl,txt}', true],
  ['/a/file-1', '/a/file-?', true],
  ['/a/b+c', '/a/b+c', true],
  ['C:\\dev\\secret', 'C:\\dev\\*', true],
])('%s and %s: %s', (path, pattern, is) => {
  expect(matchesGlob(path, pattern)).toBe(is);
});

test('no pattern whatever throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (pattern, path) => void matchesGlob(path, pattern)),
  );
});
