import { expect, test } from 'vitest';
import { rareTerms } from './rare-terms.ts';

const termsIn = (text: string) => rareTerms(text, 100);

test('codes, constants and identifiers are rare, plain words are not', () => {
  expect(
    termsIn('remote: error: GH013: Repository rule violations; listen EADDRINUSE: address already in use :::3000'),
  ).toEqual(['GH013', 'EADDRINUSE']);
  expect(termsIn('at readFile (src/max_age.ts:12) TS2307 ModuleNotFoundError')).toEqual([
    'readFile',
    'maxage',
    'TS2307',
    'ModuleNotFoundError',
  ]);
  expect(termsIn('The quick brown fox, and A or OK')).toEqual([]);
});

test('a name of several words is one term, as `max_age` is looked up', () => {
  expect(termsIn('ERR_MODULE_NOT_FOUND __init__ _private_')).toEqual(['ERRMODULENOTFOUND']);
});

test('numbers, times and long hashes are left out, short commits stay', () => {
  expect(termsIn('2026-01-31T10:00 120ms 3f2a9c81d7e64b0fa1 d7e64b0 20x')).toEqual(['d7e64b0']);
});

test('each once, and no more than asked for', () => {
  expect(rareTerms('E404 E404 E405 E406', 2)).toEqual(['E404', 'E405']);
});
