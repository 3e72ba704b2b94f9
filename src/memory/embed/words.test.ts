import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

test.each([
  ['ModuleNotFoundError', 'module not found error =modulenotfounderror'],
  ['ERR_SOCKET_CLOSED', 'err socket closed =errsocketclosed'],
  ['parseHTTPHeaders', 'parse http headers =parsehttpheaders'],
  ['kebab-case-name', 'kebab case name'],
  ['EADDRINUSE', 'eaddrinuse'],
  ['TS2345: E0308', 'ts ts2345 e0308'],
])('a name is taken apart and known as a whole: %s', (text, words) => {
  expect(wordsOf(text).join(' ')).toBe(words);
});

test.each([
  ['numbers', 'line 42 of 1,000 took 3.5 s', 'line of took s'],
  ['hashes and addresses', 'commit 3f2a1bc9 at 0xdeadbeef12', 'commit at'],
  ['the folders of a path', "open '/home/me/work/app/config.json'", 'open config json'],
  ['folders on Windows', 'C:\\Users\\me\\app\\main.ts', 'main ts'],
  ['colours', '\u001B[31mfailed\u001B[0m badly', 'failed badly'],
])('what differs from run to run is left out: %s', (_, text, words) => {
  expect(wordsOf(text).join(' ')).toBe(words);
});

test('the status of an HTTP error is a word', () => {
  expect(wordsOf('answered 404 after 200')).toEqual(['answered', '404', 'after']);
});

test("can't and isn't say not", () => {
  expect(wordsOf("can't isn’t")).toEqual(['can', 'not', 'is', 'not']);
});

test('a text of a megabyte is read as far as its beginning', () => {
  expect(wordsOf('word '.repeat(200_000)).length).toBeLessThan(1000);
});
