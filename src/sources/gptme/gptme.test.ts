import { expect, test } from 'vitest';
import { answerIn } from './calls.ts';

test('a call ends with its JSON, and what follows is a message or the next call', () => {
  const { words, calls } = answerIn(
    'First.\n@shell(call_1): {"command":"ls"}\n@save(call_2): {"path":"a",\n"content":"b"}\nLast.',
  );
  expect(words).toBe('First.\nLast.');
  expect(calls).toEqual([
    { id: 'call_1', tool: 'shell', input: { command: 'ls' } },
    { id: 'call_2', tool: 'save', input: { path: 'a', content: 'b' } },
  ]);
});

test('blocks of code that are only shown stay in the message', () => {
  const { words, calls } = answerIn('Look:\n```python\nprint(1)\n```\nRun:\n```shell\nls\n```');
  expect(words).toBe('Look:\n```python\nprint(1)\n```\nRun:');
  expect(calls).toEqual([{ tool: 'shell', input: { command: 'ls' } }]);
});

test('thoughts are no part of the message', () => {
  expect(answerIn('<thinking>Hm.</thinking>\nYes.')).toEqual({ thoughts: ['Hm.'], words: 'Yes.', calls: [] });
});
