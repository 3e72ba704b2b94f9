import { describe, expect, test } from 'vitest';
import { errorLine, keyLines, mentionLine } from './error-line.ts';

describe('a failure is named by the line that states it', () => {
  test.each([
    [
      'what the server refused, not that git could not push',
      "remote: error: GH099: The branch is locked.\nTo host:a.git\n ! [remote rejected] main -> main (locked)\nerror: failed to push some refs to 'host:a.git'",
      'remote: error: GH099: The branch is locked.',
    ],
    [
      'what a linter found, not the hook that ran it',
      '✖ prosecheck --fix:\ndocs/a.md:3 error PC001/heading Two headings\nhusky - pre-commit script failed (code 1)',
      'docs/a.md:3 error PC001/heading Two headings',
    ],
    [
      'what the last of several scripts reports, not what a test before it printed',
      '$ runner test\nerror: the till is empty\n 12 pass\n 0 fail\n$ tsc --noEmit\nsrc/till.ts(3,7): error TS2304: Cannot find name.',
      'src/till.ts(3,7): error TS2304: Cannot find name.',
    ],
    [
      'the check of a pull request that failed',
      'lint\tpass\t2s\thttps://host/1\nbrowser tests\tfail\t1m\thttps://host/2\ntitle\tpass\t1s\thttps://host/3',
      'browser tests\tfail\t1m\thttps://host/2',
    ],
    [
      'the message of a PowerShell error, not its id',
      'Set-Thing : A positional parameter cannot be found.\nAt line:1 char:1\n+ Set-Thing a b\n    + FullyQualifiedErrorId : PositionalParameterNotFound',
      'Set-Thing : A positional parameter cannot be found.',
    ],
  ])('%s', (_name, output, line) => expect(errorLine(output)).toBe(line));
});

test('what is absent is stated by its line, not by the advice behind it', () => {
  expect(mentionLine('No version is set for command frob\nConsider adding one of these:\nfrob 1.18')).toBe(
    'No version is set for command frob',
  );
});

describe('the key lines of a failure', () => {
  test('are a test and its exception', () => {
    const output = 'not ok 1 - adds\nAssertionError: 1 is not 2\n    at sum (a.js:1:2)\n# fail 1';
    expect(keyLines(output, 5)).toEqual(['not ok 1 - adds', 'AssertionError: 1 is not 2']);
  });

  test('are what the server reported and what git adds to it', () => {
    const output =
      'remote: error: GH099: locked\n ! [remote rejected] main -> main (locked)\nfatal: the push was refused';
    expect(keyLines(output, 5)).toEqual([
      'remote: error: GH099: locked',
      '! [remote rejected] main -> main (locked)',
      'fatal: the push was refused',
    ]);
  });

  test('contain a sentence in the middle of a manual', () => {
    const output =
      'invalid command provided: local\nversion: 9.1\n\nCOMMANDS\n  --all  list all\n\n"Late is late"\n-- A. Bystander';
    expect(keyLines(output, 5)).toContain('invalid command provided: local');
  });

  test('are few, however many lines state an error', () => {
    const output = Array.from({ length: 40 }, (_, at) => `error: part ${at} is missing`).join('\n');
    expect(keyLines(output, 3)).toEqual([0, 1, 2].map((at) => `error: part ${at} is missing`));
  });
});
