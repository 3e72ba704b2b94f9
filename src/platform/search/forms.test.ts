import { expect, test } from 'vitest';
import { formsOf } from './forms.ts';
import { isStopWord } from './stop-words.ts';
import { nearWords } from './typing-mistakes.ts';

test('the forms of an English word include those that people type', () => {
  for (const [typed, ...others] of [
    ['fixed', 'fix', 'fixes', 'fixing'],
    ['flaky', 'flakies'],
    ['migration', 'migrate', 'migrated', 'migrations', 'migrating'],
    ['retries', 'retry', 'retried', 'retrying'],
    ['stopped', 'stop', 'stopping', 'stops'],
    ['deployment', 'deploy', 'deployed', 'deploys'],
    ['caches', 'cache', 'cached', 'caching'],
  ])
    expect(formsOf(typed!), typed).toEqual(expect.arrayContaining(others));
});

test('a word is its own first form; codes, short words and other scripts have no other', () => {
  expect(formsOf('tests')[0]).toBe('tests');
  for (const word of ['gh013', 'ts', 'eaddrinuse2', 'größe', '测试']) expect(formsOf(word)).toEqual([word]);
});

test('words that differ by one typing mistake include the right one, exchanged letters first', () => {
  expect(nearWords('serach')[0]!.length).toBe(6);
  expect(nearWords('serach')).toContain('search');
  expect(nearWords('tiemout')).toContain('timeout');
  expect(nearWords('conection')).toContain('connection');
  expect(nearWords('deplooy')).toContain('deploy');
  for (const word of ['ab', '1234', '测试']) expect(nearWords(word)).toEqual([]);
});

test('names of developers are no stop words', () => {
  for (const word of ['bin', 'comment', 'die', 'test', 'error', 'node']) expect(isStopWord(word), word).toBe(false);
  for (const word of ['how', 'did', 'the', 'warum', 'pourquoi']) expect(isStopWord(word), word).toBe(true);
});
