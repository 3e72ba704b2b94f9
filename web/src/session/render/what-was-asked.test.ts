import { expect, test } from 'vitest';
import { whatWasAsked } from './what-was-asked.ts';

const asked = (input: unknown, isEdit = false) =>
  whatWasAsked({ text: JSON.stringify(input), length: 0, json: true }, isEdit);

test.each([
  ['Claude Code', { file_path: '/a.ts', old_string: 'x', new_string: 'y' }],
  ['OpenCode', { filePath: '/a.ts', oldString: 'x', newString: 'y' }],
  ['Copilot', { path: '/a.ts', old_str: 'x', new_str: 'y' }],
])('an edit of %s is a change', (_, input) => {
  expect(asked(input)).toEqual({ is: 'change', path: '/a.ts', changes: [{ before: 'x', after: 'y' }], rest: null });
});

test('several edits of one file are several changes, and what else was asked is kept', () => {
  expect(
    asked({
      file_path: '/a.ts',
      replace_all: true,
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c', new_string: 'd' },
      ],
    }),
  ).toMatchObject({ changes: [{ before: 'a' }, { before: 'c' }], rest: { replace_all: true } });
});

test('content is a new file only where a file was written', () => {
  expect(asked({ file_path: '/a.ts', content: 'x' }, true)).toMatchObject({
    is: 'change',
    changes: [{ before: '', after: 'x' }],
  });
  expect(asked({ path: '/a.ts', content: 'x' })).toMatchObject({ is: 'json' });
});

test('a command is its words, out of the shell it was wrapped in', () => {
  expect(asked({ command: 'npm test', timeout: 5 })).toEqual({ is: 'command', text: 'npm test', rest: { timeout: 5 } });
  expect(asked({ command: ['bash', '-lc', 'npm test'] })).toMatchObject({ text: 'npm test' });
  expect(asked({ cmd: ['git', 'status'] })).toMatchObject({ text: 'git status' });
});

test('a patch is a patch, in an input or by itself', () => {
  expect(asked({ input: '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch' })).toMatchObject({
    is: 'patch',
  });
  expect(whatWasAsked({ text: '*** Begin Patch\n', length: 16, json: false }, true)).toMatchObject({ is: 'patch' });
});

test('anything else is shown as it is, also what claims to be JSON', () => {
  expect(asked({ pattern: 'x' })).toEqual({ is: 'json', value: { pattern: 'x' } });
  expect(whatWasAsked({ text: '{"a":', length: 5, json: true }, false)).toEqual({ is: 'text', text: '{"a":' });
  expect(asked([1])).toEqual({ is: 'json', value: [1] });
});
