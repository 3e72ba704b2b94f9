import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVocabulary, writeVocabulary } from './vocabulary.ts';
import { Tokenizer } from './tokenizer.ts';

const folder = join(import.meta.dirname, 'fixtures');
const texts = JSON.parse(readFileSync(join(folder, 'sample-texts.json'), 'utf8')) as string[];
const { vocabulary, tokens } = JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8')) as {
  vocabulary: Record<string, number>;
  tokens: number[][];
};

test('texts are cut into the pieces that the tokenizer of the model cuts them into', () => {
  const pieces = new Tokenizer(new Map(Object.entries(vocabulary)));
  expect(texts.length).toBeGreaterThan(200);
  const wrong = texts.filter((text, at) => pieces.tokens(text, 256).join() !== tokens[at]!.join());
  expect(wrong).toEqual([]);
});

test('a text of any length is cut at the limit, and ends as every text does', () => {
  const pieces = new Tokenizer(new Map(Object.entries(vocabulary)));
  const [start, end] = [vocabulary['[CLS]']!, vocabulary['[SEP]']!];
  expect(pieces.tokens('error: '.repeat(10_000), 8)).toHaveLength(8);
  expect(pieces.tokens('error', 2)).toEqual([start, end]);
  expect(pieces.tokens(`${'x'.repeat(7999)}😀`, 256).at(-1)).toBe(end);
});

test('a vocabulary is the same from both kinds of file', () => {
  const ids = new Map([
    ['[PAD]', 0],
    ['[UNK]', 1],
    ['a', 2],
    ['##b', 3],
  ]);
  const json = JSON.stringify({ model: { vocab: Object.fromEntries(ids) } });
  expect(readVocabulary('tokenizer.json', json)).toEqual(ids);
  expect(readVocabulary('vocab.txt', writeVocabulary(ids))).toEqual(ids);
  expect(readVocabulary('vocab.txt', '[PAD]\r\n[UNK]\r\na\r\n##b\r\n')).toEqual(ids);
  expect(() => readVocabulary('tokenizer.json', '{"model": {}}')).toThrow('no vocabulary');
  expect(() => new Tokenizer(new Map([['a', 0]]))).toThrow('no [UNK]');
});
