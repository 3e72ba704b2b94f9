import { describe, expect, test } from 'vitest';
import type { Command } from './command.ts';
import { nearest } from '../../platform/nearest.ts';
import { parse, splitVerb } from './parse.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const command: Pick<Command, 'name' | 'flags' | 'positionals'> = {
  name: 'look',
  positionals: [{ name: 'thing', summary: 'What to look at', optional: true }],
  flags: {
    limit: { type: 'integer', min: 1, summary: '' },
    since: { type: 'time', summary: '' },
    failed: { type: 'flag', summary: '' },
    kind: { type: 'choice', summary: '', choices: ['edit', 'error'] },
    speed: { type: 'number', min: 0, max: 100, summary: '' },
  },
};
const parsed = (...words: string[]) => parse(command, words, now);

describe('a command line', () => {
  test('has its verb wherever it stands among the flags of every command', () => {
    expect(splitVerb(['--json', '--home', '/x', 'look', 'at', '--failed'])).toEqual({
      verb: 'look',
      rest: ['--json', '--home', '/x', 'at', '--failed'],
    });
    expect(splitVerb(['--limit', '5', 'look'])).toEqual({ verb: 'look', rest: ['--limit', '5'] });
    expect(splitVerb(['--json'])).toEqual({ verb: undefined, rest: ['--json'] });
  });

  test('gives flags their types, before and after arguments', () => {
    const { args, flags } = parsed('--limit', '5', 'it', '--failed', '--kind=edit', '--speed', '0.5', '--json');
    expect(args).toEqual(['it']);
    expect(flags).toMatchObject({
      limit: 5,
      failed: true,
      kind: 'edit',
      speed: 0.5,
      json: true,
      since: undefined,
      raw: false,
    });
  });

  test('reads times as days, as times and as how long ago', () => {
    expect(parsed('--since', '7d').flags['since']).toBe(now - 7 * 86_400_000);
    expect(parsed('--since', '30m').flags['since']).toBe(now - 30 * 60_000);
    expect(parsed('--since', '2y').flags['since']).toBe(new Date(now).setFullYear(2024));
    expect(parsed('--since', '18mo').flags['since']).toBe(new Date(now).setFullYear(2024, 8));
    const lastOfMarch = new Date(2026, 2, 31, 12).getTime();
    expect(parse(command, ['--since', '1mo'], lastOfMarch).flags['since']).toBe(new Date(2026, 1, 28, 12).getTime());
    expect(parsed('--since', '2026-01-31').flags['since']).toBe(new Date(2026, 0, 31).getTime());
    expect(parsed('--since', '2026-01-31T10:00:00Z').flags['since']).toBe(Date.UTC(2026, 0, 31, 10));
  });

  test('takes everything after -- as arguments', () => {
    expect(parsed('--', '--failed').args).toEqual(['--failed']);
    expect(parsed('-').args).toEqual(['-']);
  });

  test.each([
    ['an unknown flag, with the nearest one', ['--fialed'], 'look has no flag --fialed; did you mean --failed?'],
    ['an unknown flag nothing is near to', ['--xyzzy'], 'look has no flag --xyzzy.'],
    ['an unknown short flag', ['-z'], 'look has no flag -z.'],
    ['a flag without its value', ['--limit'], '--limit needs a value.'],
    ['a flag that takes the next flag for its value', ['--kind', '--failed'], '--kind needs a value.'],
    ['a value for a switch', ['--failed=yes'], '--failed takes no value.'],
    ['a number that is none', ['--limit', 'many'], '--limit must be a whole number from 1 on (got "many").'],
    ['a number below the least', ['--limit', '0'], '--limit must be a whole number from 1 on (got 0).'],
    [
      'a fraction where a whole number belongs',
      ['--limit', '1.5'],
      '--limit must be a whole number from 1 on (got 1.5).',
    ],
    ['a time that is none', ['--since', 'soon'], expect.stringMatching(/^--since must be a day .* \(got "soon"\)\.$/)],
    [
      'a choice that is none, with the nearest one',
      ['--kind', 'edti'],
      '--kind must be one of edit, error (got "edti").',
    ],
    ['one argument too many', ['a', 'b'], 'look does not take "b".'],
  ])('refuses %s', (_, words, message) => {
    expect(() => parsed(...words)).toThrow(expect.objectContaining({ code: 'bad-argument', message }));
  });

  test('names the argument that is missing', () => {
    const needy = { ...command, positionals: [{ name: 'file', summary: 'Where to write' }] };
    expect(() => parse(needy, [], now)).toThrow(
      expect.objectContaining({ message: 'look needs FILE: Where to write.' }),
    );
    expect(parse(needy, ['--help'], now).flags['help']).toBe(true);
  });

  test('is not confused by names every object has', () => {
    expect(() => parsed('--constructor')).toThrow(expect.objectContaining({ code: 'bad-argument' }));
    expect(() => parsed('--__proto__')).toThrow(expect.objectContaining({ code: 'bad-argument' }));
  });
});

test.each([
  ['sesions', 'sessions'],
  ['wyh', 'why'],
  ['time', 'timeline'],
  ['xyzzy', undefined],
  ['q', undefined],
])('for %s it suggests %s', (typed, meant) => {
  expect(nearest(typed, ['sessions', 'timeline', 'why', 'tree', 'export'])).toBe(meant);
});
