import { expect, test } from 'vitest';
import { variantOf } from './variant.ts';

test.each([
  ["Cannot find module 'x'", 'Error: Cannot find module "x"'],
  ['exit code <n>: fatal thing', 'Fatal thing'],
  ['Uncaught TypeError: a.b is not a function', 'TypeError: a.b is not a function'],
  ['npm ERR! missing script: build', 'missing script: build'],
])('%s is %s', (one, other) => {
  expect(variantOf(one)).toBe(variantOf(other));
  expect(variantOf(one)).not.toBe('');
});

test.each([
  ["Cannot find module 'x'", "Cannot find module 'y'"],
  ['error TS2345: no', 'error TS2322: no'],
  ['a.ts: missing', 'b.ts: missing'],
  ['expected a but got b', 'expected b but got a'],
])('%s is not %s', (one, other) => {
  expect(variantOf(one)).not.toBe(variantOf(other));
});

test.each(['exit code <n>', 'Error', 'failed', 'Command failed with exit code <n>', 'Error: exit code <n>'])(
  '%s says nothing',
  (text) => {
    expect(variantOf(text)).toBe('');
  },
);
