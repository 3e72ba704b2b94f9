import { expect, test } from 'vitest';
import { taskRefOf } from './task-ref-of.ts';

test.each([
  ['feature/PAY-1423-retry', 'PAY-1423'],
  ['PAY-1423', 'PAY-1423'],
  ['ada/OPS2-7_fix', 'OPS2-7'],
  ['issue-88', '#88'],
  ['fix/issue/88-empty-list', '#88'],
  ['gh-1207-flaky', '#1207'],
])('the branch %s states the ticket %s', (branch, ticket) => {
  expect(taskRefOf(branch)).toBe(ticket);
});

test.each([
  'main',
  'release-2024-01',
  'fix-utf-8',
  'UTF-8-paths',
  'upgrade-GPT-4',
  'CVE-2024-3094',
  'feature/retry-3-times',
  'dependabot/npm_and_yarn/lodash-4.17.21',
  'issue-template',
  'claude/fix-bug-01ABC',
  'pay-1423',
])('the branch %s states none', (branch) => {
  expect(taskRefOf(branch)).toBeUndefined();
});
