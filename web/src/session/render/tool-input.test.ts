import { expect, test } from 'vitest';
import { parseToolInput } from './tool-input.ts';

const parse = (input: unknown, isEdit = false) =>
  parseToolInput({ text: JSON.stringify(input), length: 0, json: true }, isEdit);

test.each([
  ['Claude Code', { file_path: '/a.ts', old_string: 'x', new_string: 'y' }],
  ['OpenCode', { filePath: '/a.ts', oldString: 'x', newString: 'y' }],
  ['Copilot', { path: '/a.ts', old_str: 'x', new_str: 'y' }],
])('an edit of %s is a change', (_, input) => {
  expect(parse(input)).toEqual({ is: 'change', path: '/a.ts', changes: [{ before: 'x', after: 'y' }], rest: null });
});

test('several edits of one file are several changes, and other fields are kept', () => {
  expect(
    parse({
      file_path: '/a.ts',
      replace_all: true,
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c', new_string: 'd' },
      ],
    }),
  ).toMatchObject({ changes: [{ before: 'a' }, { before: 'c' }], rest: { replace_all: true } });
});

test('content is a new file only for edits', () => {
  expect(parse({ file_path: '/a.ts', content: 'x' }, true)).toMatchObject({
    is: 'change',
    changes: [{ before: '', after: 'x' }],
  });
  expect(parse({ path: '/a.ts', content: 'x' })).toMatchObject({ is: 'json' });
});

test('a command is unwrapped from its shell', () => {
  expect(parse({ command: 'npm test', timeout: 5 })).toEqual({ is: 'command', text: 'npm test', rest: { timeout: 5 } });
  expect(parse({ command: ['bash', '-lc', 'npm test'] })).toMatchObject({ text: 'npm test' });
  expect(parse({ cmd: ['git', 'status'] })).toMatchObject({ text: 'git status' });
});

test('a patch is recognised in a field and by itself', () => {
  expect(parse({ input: '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch' })).toMatchObject({
    is: 'patch',
  });
  expect(parseToolInput({ text: '*** Begin Patch\n', length: 16, json: false }, true)).toMatchObject({ is: 'patch' });
});

test('anything else stays JSON or text, also invalid JSON', () => {
  expect(parse({ pattern: 'x' })).toEqual({ is: 'json', value: { pattern: 'x' } });
  expect(parseToolInput({ text: '{"a":', length: 5, json: true }, false)).toEqual({ is: 'text', text: '{"a":' });
  expect(parse([1])).toEqual({ is: 'json', value: [1] });
});
