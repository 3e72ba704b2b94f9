import { describe, expect, test } from 'vitest';
import { retryMark } from '../../memory/errors/marks.ts';
import { isRetried, markedAttempts, otherArguments, type Attempt, type Tried } from './fix-marks.ts';

describe('what an attempt did', () => {
  test('is what was changed in the failing command, whatever its other words', () => {
    expect(call('Bash python a.py', 'Bash python3 a.py')).toEqual(['the same command with python3 instead of python']);
    expect(call('Bash rtk npm test', 'Bash npm test')).toEqual(['the same command without rtk']);
    expect(call('Bash npm test', 'Bash CI=1 npm test')).toEqual(['the same command with CI=1']);
    expect(call('Bash cd web && npm test', 'Bash npm test')).toEqual(['the same command without cd web &&']);
    expect(call('Bash cd web && rtk npm test', 'Bash npm test')).toEqual(['the same command without rtk']);
    expect(call('Bash git cherry-pick 8a353e386', 'Bash git cherry-pick --skip')).toEqual([
      'the same command with --skip',
    ]);
    expect(call('Bash git add NOTES.md', 'Bash git add -f')).toEqual(['the same command with -f']);
    expect(call('Bash cat -A a.txt', 'Bash command cat -v a.txt')).toEqual(['the same command with -v instead of -A']);
  });

  test('is not said word by word where it became another command, or a command about something else', () => {
    expect(call('Bash git submodule status', 'Bash git status')).toEqual([otherArguments]);
    expect(call('Bash git add mill/', 'Bash git add -u')).toEqual([otherArguments]);
    expect(call('Bash git add mill/', 'Bash git add .')).toEqual([otherArguments]);
    expect(call('Bash rm /a/b.lock && git pull', 'Bash git pull')).toEqual([otherArguments]);
  });

  test('is not said word by word where a line has other commands', () => {
    expect(call('Bash git switch main && git pull', 'Bash git switch main')).toEqual([otherArguments]);
  });

  test('is only that its arguments changed when too many words did, or when they were cut', () => {
    expect(call('Bash x a b c d', 'Bash x e f g h')).toEqual(['the same command with other arguments']);
    expect(call('Bash x a …', 'Bash x b')).toEqual(['the same command with other arguments']);
  });

  test('is reading the file otherwise, where it could not be read', () => {
    const failed = { message: 'File is too large', action: 'Read big.log', marks: ['read big.log'] };
    expect(marksOf({ ...failed, attempts: [attempt('Read big.log', ['read big.log'])] })).toEqual([
      ['read the same file otherwise'],
    ]);
  });

  test('is nothing when it only looked, or passed on retry', () => {
    const failed = { message: 'x', action: 'Bash npm test', marks: ['run npm test'] };
    const attempts = [attempt('Bash git status', ['run git status']), attempt('Bash npm test', [retryMark])];
    expect(marksOf({ ...failed, attempts })).toEqual([[], []]);
  });

  test('is an edit of the file that the message names; other files were changed for other reasons', () => {
    const attempts = [attempt('Edit src/a.ts', ['edit src/a.ts']), attempt('Edit src/b.ts', ['edit src/b.ts'])];
    expect(marksOf({ message: 'src/a.ts(3,7): error TS2304', action: '', marks: [], attempts })).toEqual([
      ['edit the file that the message names'],
      [],
    ]);
  });

  test('is an edit of all the files together when the message names none of them', () => {
    const attempts = ['d', 'a', 'b', 'c'].map((name) => attempt(`Edit ${name}.ts`, [`edit ${name}.ts`]));
    expect(marksOf({ message: 'adds taxes', action: '', marks: [], attempts })[0]).toEqual([
      'edit a.ts, b.ts, c.ts and 1 more',
    ]);
  });

  test('is its text for a manual entry that names no command', () => {
    const attempts = [{ ...attempt('Start the database first', []), isManual: true }];
    expect(marksOf({ message: 'x', action: '', marks: [], attempts })).toEqual([['did start the database first']]);
  });
});

test('a failure went away on retry when nothing else ended it', () => {
  const retry = attempt('Bash npm test', [retryMark]);
  const vain = { ...attempt('Edit a.ts', ['edit a.ts']), successful: false };
  expect(isRetried({ attempts: [vain, retry] })).toBe(true);
  expect(isRetried({ attempts: [attempt('Edit a.ts', ['edit a.ts'])] })).toBe(false);
  expect(isRetried({ attempts: [vain] })).toBe(false);
});

function call(failed: string, worked: string): readonly string[] {
  const marks = ['run x'];
  return marksOf({ message: 'x', action: failed, marks, attempts: [attempt(worked, marks)] })[0]!;
}

function marksOf(tried: Tried): readonly (readonly string[])[] {
  return markedAttempts(tried).map(([, marks]) => marks);
}

function attempt(action: string, marks: readonly string[]): Attempt {
  return { id: action, action, marks, successful: true, at: null, isManual: false, isProof: false };
}
