import { expect, test } from 'vitest';
import { inRest } from '../../platform/search/words.ts';
import { textTerms } from './text-terms.ts';

const limits = { names: 200, words: 1_000 };
const termsOf = (text: string, beginning: string | null = null, max = limits) =>
  textTerms(text, beginning, max).split(' ');
const apart = (words: string) => words.split(' ').map(inRest);

test('names come as they are, and plain words and those of names apart', () => {
  expect(termsOf('open readFile: EADDRINUSE, max_age_s is 12ab; 7 README')).toEqual([
    'readFile',
    'EADDRINUSE',
    'maxages',
    'README',
    ...apart('open read file max age'),
  ]);
});

test('words of other alphabets are found, and hashes, numbers and very long runs are not', () => {
  const noise = ['deadbeef0123456789abcdef', '12345678', 'x'.repeat(49), '✓ → ──', 'a1'];
  expect(termsOf(`große ${noise.join(' ')} Ошибка`)).toEqual(apart('große ошибка'));
});

test('a word that the beginning has is left out, in whatever case', () => {
  expect(termsOf('Cannot find module EADDRINUSE beyond', 'cannot FIND eaddrinuse')).toEqual(apart('module beyond'));
});

test('what texts before had changes nothing, however many they were', () => {
  const text = 'npm ERR_CODE failed in parseConfig with GH013';
  const first = termsOf(text);
  for (let page = 0; page < 14; page++) {
    const names = Array.from({ length: 5_000 }, (_, at) => `Name${page}x${at}`).join(' ');
    expect(termsOf(names, null, { names: 5_000, words: 0 }), `page ${page}`).toHaveLength(5_000);
    expect(termsOf(text)).toEqual(first);
  }
});

test('no more names and words than allowed, the first ones', () => {
  expect(termsOf('alpha beta READ_ME_1 GH013 gamma E2E3', null, { names: 1, words: 2 })).toEqual([
    'readme1',
    ...apart('alpha beta'),
  ]);
});
