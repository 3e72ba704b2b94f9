import { expect, test } from 'vitest';
import { findQuotes, quotesIn } from './quotes.ts';

test('a quoted line is one quote, whatever quotes it contains, and words are one each', () => {
  expect(quotesIn(['shows the line it replaces: "const a = "x";"'])).toEqual(['const a = "x";']);
  expect(quotesIn(['shows 3 of 4 lines it writes: "a long line that …"'])).toEqual(['a long line that']);
  expect(quotesIn(['output shows "worker_7781", "pool", which it uses'])).toEqual(['worker_7781', 'pool']);
  expect(quotesIn(['shares only common words with it: "git"', 'failed just before it'])).toEqual(['git']);
});

test('quotes are found as whole words, with other white space, and signs of patterns mean themselves', () => {
  expect(findQuotes('pool_size pool', ['pool'])).toEqual([[10, 14]]);
  expect(findQuotes('if (a)\n\treturn  [0];', ['return [0];'])).toEqual([[8, 20]]);
  expect(findQuotes('let a;let b;', ['let a;'])).toEqual([[0, 6]]);
  expect(findQuotes('nothing', ['$^.*'])).toEqual([]);
});
