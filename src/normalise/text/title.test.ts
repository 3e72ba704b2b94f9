import { expect, test } from 'vitest';
import { isEmptyTitle } from './is-uninformative.ts';
import { refersBack } from './is-uninformative.ts';
import { titleOf } from './title.ts';

test.each([
  [
    'the heading of a plan',
    'Implement the following plan:\n\n# Plan: Hide prompts behind `?debug=true`\n\n## Context\n\nThe tab…',
    'Hide prompts behind `?debug=true`',
  ],
  [
    'a heading at the beginning',
    '# Task: Move the cart to its own page\n\nYou are working in a worktree.',
    'Move the cart to its own page',
  ],
  ['what follows a marker', '[[ ## user_query ## ]]\n\nWhat is 2+2?', 'What is 2+2?'],
  [
    'what follows what the harness put before it',
    '<ide_opened_file>The user opened a.ts</ide_opened_file>\n<system-reminder>…</system-reminder>fix the total in the cart',
    'fix the total in the cart',
  ],
  [
    'what follows an image and attached code',
    '[Image #1]\n```ts a.ts (1-3)\nconst a = 1;\n```\nwhy is this wrong?',
    'why is this wrong?',
  ],
  [
    'what a link is called',
    'Update [cart.ts](src/shop/cart.ts) and [money.ts](src/money.ts) to round cents',
    'Update cart.ts and money.ts to round cents',
  ],
  ['HTML that a person pasted', '<b>total</b> is not bold any more', '<b>total</b> is not bold any more'],
  [
    'a list below its announcement',
    'Please do the following:\n\n1. Read the cart',
    'Please do the following: 1. Read the cart',
  ],
  ['a sentence', 'make the tests pass.\nThey fail since today.', 'make the tests pass.'],
])('%s is the title', (_, prompt, text) => {
  expect(titleOf(prompt)).toEqual({ text, level: 'asked' });
});

test.each([
  [
    'the section about the task',
    '"# Context\n\nYour name is **Ada**, a managed agent.\n\n## Format\n\nBe brief.\n\n## Tasks\n\nProcess tasks from this document:\n\n/home/dev/my docs/PHASE-06.md\n\nCheck them off.',
    'Process tasks from this document: PHASE-06.md',
  ],
  [
    'the first sentence that asks',
    'You are working inside the shop repository. It sells cheese. Fix the rounding of the total.',
    'Fix the rounding of the total.',
  ],
  ['a question', 'You are an expert in SQL.\n\nWhy is this query slow?', 'Why is this query slow?'],
])('after a briefing, %s is the title', (_, prompt, text) => {
  expect(titleOf(prompt)).toEqual({ text, level: 'found' });
});

test('a briefing that asks for nothing names itself', () => {
  expect(titleOf('You are a scout.')).toEqual({ text: 'You are a scout.', level: 'asked' });
});

test.each([
  '8',
  'q',
  'yes please',
  'hi again',
  'continue',
  '/undo',
  '/gsd:check-todos',
  '!git switch main',
  '5 seems like a great one',
  'whoami',
  'Commit and push.',
])('%s says little', (prompt) => {
  expect(titleOf(prompt)).toEqual({ text: prompt, level: 'little' });
});

test('a command with one word is one', () => {
  expect(titleOf('/plan-phase 12.3')).toEqual({ text: '/plan-phase 12.3', level: 'command' });
});

test.each(['/review all of it', 'fix cart', 'カートを直してください', 'gh auth status', '/tmp/cart.js is wrong'])(
  '%s says what was asked',
  (prompt) => {
    expect(titleOf(prompt)).toEqual({ text: prompt, level: 'asked' });
  },
);

test('what a program wrote alone is no title', () => {
  expect(titleOf('<local-command-caveat>Caveat: do not respond.</local-command-caveat>\n')).toBeUndefined();
});

test.each([
  'thought',
  '- Only the title text',
  'max 50 characters, one line, no colons',
  'contain build and test commands, code style and existing rules',
  'Перевірте л',
])('%s is no name for a session', (title) => {
  expect(isEmptyTitle(title)).toBe(true);
});

test.each([
  'Fix the cart',
  'Empty Repo Setup: CLAUDE.md Foundation Created',
  'cart-fix second try',
  'Настройка сервера',
])('%s is a name for a session', (title) => {
  expect(isEmptyTitle(title)).toBe(false);
});

test('a hostile prompt is read in one go', () => {
  for (const piece of ['<a-b ', '[', '# ', '**a', 'you are. ', 'a.b ']) titleOf(piece.repeat(200_000));
});

test.each([
  ['ok lets get back to main', true],
  ['and now there are more comments', true],
  ['Please fix these:', true],
  ['The cart total is wrong, fix it', false],
  ['this should be hidden in cloud mode', false],
  ['so that orders of several currencies add up, convert each to the currency of the shop', false],
])('whether %j goes on from something said before: %s', (text, expected) => {
  expect(refersBack(text)).toBe(expected);
});
