import { expect, test } from 'vitest';
import { readQuery, withoutQuotes } from './read-query.ts';

const typedIn = (text: string) => readQuery(text).terms.map(({ typed }) => typed);

test('a question is its words without those that say nothing', () => {
  expect(typedIn('How did we fix the e2e login flake?')).toEqual(['fix', 'e2e', 'login', 'flake']);
  expect(typedIn('how to do it')).toEqual(['how', 'to', 'do', 'it']);
  expect(typedIn('fix fixes fixed')).toEqual(['fix']);
  expect(typedIn(' !? ')).toEqual([]);
});

test('a path is the words between its signs', () => {
  expect(typedIn('src/store/open-store.ts')).toEqual(['src', 'store', 'open', 'ts']);
});

test('a name with underscores is one term: its words in one event, or all of it as one word', () => {
  expect(readQuery('why ERR_NOT_FOUND').terms).toMatchObject([
    {
      typed: 'err_not_found',
      forms: [[{ word: 'err' }, { word: 'not' }, { word: 'found' }], [{ word: 'errnotfound' }]],
    },
  ]);
});

test('what is in quotes is required, and all its words are one term', () => {
  const { terms, phrases } = readQuery('"cannot find module" eslint');
  expect(terms.map(({ typed, isRequired }) => [typed, isRequired])).toEqual([
    ['"cannot find module"', true],
    ['eslint', false],
  ]);
  expect(phrases).toEqual(['cannot find module']);
});

test('without quotes nothing is required, and the words count one by one', () => {
  const loose = withoutQuotes(readQuery('"The Lean Startup" reading'));
  expect(loose.terms.map(({ typed }) => typed)).toEqual(['"The Lean Startup"', 'reading', 'lean', 'startup']);
  expect(loose.terms.some(({ isRequired }) => isRequired)).toBe(false);
});

test('a minus excludes a word, a hyphen inside one does not', () => {
  const { terms, excluded } = readQuery('module -eslint pre-commit --force');
  expect(excluded.map(({ typed }) => typed)).toEqual(['eslint']);
  expect(terms.map(({ typed }) => typed)).toEqual(['module', 'pre', 'commit', 'force']);
  expect(typedIn('-plain')).toEqual(['plain']);
});

test('a star makes a prefix', () => {
  expect(readQuery('EADDR* x').terms[0]).toMatchObject({
    typed: 'eaddr*',
    forms: [[{ word: 'eaddr', isPrefix: true }]],
  });
});

test('filters are taken out of the text, and what is no filter is words', () => {
  const { filters } = readQuery('timeout agent:codex repo:shop kind:error act:vcs tool:Bash since:7d is:failed');
  expect(filters).toEqual({
    agent: 'codex',
    repo: 'shop',
    kind: 'error',
    act: 'vcs',
    tool: 'Bash',
    since: '7d',
    failed: true,
  });
  expect(typedIn('http://host:80 kind:nonsense')).toEqual(['http', 'host', '80', 'kind', 'nonsense']);
  expect(readQuery('why file:src/a.ts').terms[0]).toMatchObject({ typed: 'file:src/a.ts', isRequired: true });
  expect(readQuery('Agent:codex Kind:Error IS:failed x').filters).toEqual({
    agent: 'codex',
    kind: 'error',
    failed: true,
  });
});

test('only the last word may be unfinished', () => {
  const [first, last] = readQuery('conf conf2 migra').terms.filter(({ typed }) => typed !== 'conf2');
  expect(first!.guesses.some(({ isPrefix }) => isPrefix)).toBe(false);
  expect(last!.guesses[0]).toEqual({ word: 'migra', isPrefix: true });
});
