import { expect, test } from 'vitest';
import { worthNaming } from './file-odds.ts';
import { fileStem } from './file-name.ts';
import { shownPath, withoutFolder } from './shown-path.ts';
import { trimCommand } from '../pack/trim-command.ts';
import { actionOf } from '../pack/action.ts';

const named = (...odds: readonly number[]) => worthNaming(odds.map((each) => ({ odds: each }))).length;

test('as many files are named as it pays to', () => {
  expect(named(0.9, 0.8, 0.1, 0.1)).toBe(2);
  expect(named(0.6, 0.6, 0.6, 0.6)).toBe(4);
  expect(named(0.9, 0.05, 0.05)).toBe(1);
  expect(named()).toBe(0);
});

test('a file and its tests are partners, whatever they are called', () => {
  expect(
    ['src/cart.ts', 'src/cart.test.ts', 'tests/test_cart.py', 'Cart_spec.rb', 'cart_test.go'].map(fileStem),
  ).toEqual(Array(5).fill('cart'));
});

test('a path is shown below the folder of the work, and a file in that folder with its name', () => {
  const session = { cwd: '/home/dev/shop' };
  expect(shownPath('src/cart.ts', session)).toBe('src/cart.ts');
  expect(shownPath('README.md', session)).toBe('shop/README.md');
  expect(shownPath('/home/dev/.agent/plan.md', session)).toBe('~/.agent/plan.md');
  expect(shownPath('README.md', { cwd: null })).toBe('README.md');
  expect(withoutFolder('cannot open /home/dev/shop/a.ts or /home/dev/x', session)).toBe('cannot open a.ts or ~/x');
});

test.each([
  ['npm test 2>&1 | tail -20', 'npm test 2>&1'],
  ['git commit -m "$(cat <<\'EOF\' Fix the total EOF )"', 'git commit -m …'],
  ['git commit -m "Fix the total of the cart so that taxes count once"', 'git commit -m "Fix the total of the cart…"'],
  ['git add a.ts b.ts c.ts && git push', 'git add a.ts … && git push'],
  ['cat a | head', 'cat a'],
])('%s is shown as %s', (command, shown) => {
  expect(trimCommand(command)).toBe(shown);
});

test.each([
  ['Bash npm test', 'npm test'],
  ['shell_command npm test', 'npm test'],
  ['Edit src/cart.ts', 'editing src/cart.ts'],
  ['mcp__browser__open_page http://localhost', 'open_page of the MCP server browser: http://localhost'],
  ['Invented thing', 'Invented thing'],
])('%s is called %s, which any agent understands', (summary, called) => {
  expect(actionOf(summary)).toBe(called);
});
