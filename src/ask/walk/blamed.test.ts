import { expect, test } from 'vitest';
import type { EventId } from '../../model/ids.ts';
import { blamedBy } from './blamed.ts';
import type { Reached } from './walk.ts';

function cause(
  summary: string,
  {
    minute = 0,
    strength = 0.9,
    act = 'edit',
    failed = false,
  }: { minute?: number; strength?: number; act?: 'edit' | 'read'; failed?: boolean } = {},
): Reached {
  const step = {
    id: summary as EventId,
    summary,
    act,
    failed,
    at: `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`,
  };
  return { step, strength } as Reached;
}

function blamed(failure: string, ...causes: readonly Reached[]): string | undefined {
  return blamedBy(failure, causes)?.step.summary;
}

const cart = cause('Edit src/cart.ts');
const cartTest = cause('Edit test/cart-list.test.ts', { minute: 5 });
const cartList = cause('Edit src/cartList.ts', { minute: 2 });

test('the file in whose line something is wrong was changed: that change is meant, however weak the way to it', () => {
  expect(blamed('src/cart.ts(12,3): error TS2322', cartList, cause('Edit src/cart.ts', { strength: 0.25 }))).toBe(
    'Edit src/cart.ts',
  );
  expect(blamed('test/cart-list.test.ts:7: expected 1', cartList, cartTest)).toBe('Edit test/cart-list.test.ts');
});

test.each([
  'FAIL test/cart-list.test.ts > adds',
  '× Cart List adds two numbers',
  '(fail) cart-list > adds',
  'FAILED test_cart_list.py::Adds',
])('a failing test is named after what it tests: %s', (failure) => {
  expect(blamed(failure, cart, cartTest, cartList)).toBe('Edit src/cartList.ts');
  expect(blamed(failure, cart, cartTest)).toBe('Edit test/cart-list.test.ts');
  expect(blamed(failure, cart, cause('Edit src/cartList.ts', { strength: 0.4 }))).toBeUndefined();
});

test('of several changes of one file the latest is meant', () => {
  expect(blamedBy('src/cart.ts:1: wrong', [cart, cause('Edit src/cart.ts', { minute: 9 })])?.step.at).toBe(
    '2026-03-02T09:09:00Z',
  );
});

test('reading a file, failing to change it and formatting it are no changes; nor is a note about it', () => {
  const none = [
    cause('Read src/cart.ts', { act: 'read' }),
    cause('Edit src/cart.ts', { failed: true }),
    cause('Bash npx prettier --write src/cart.ts'),
    cause('Edit docs/cart.md'),
  ];
  expect(blamed('src/cart.ts:1: wrong', ...none)).toBeUndefined();
  expect(blamed('docs/cart.md:1: wrong', ...none)).toBeUndefined();
  expect(blamed('exit code 1', cart)).toBeUndefined();
});
