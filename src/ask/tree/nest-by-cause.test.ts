import { expect, test } from 'vitest';
import type { EventId } from '../../model/ids.ts';
import { nestByCause } from './nest-by-cause.ts';

test('each step is below the first of its causes', () => {
  expect(nested({ ask: [], read: ['ask'], grep: ['ask'], edit: ['grep', 'read'], check: ['edit'] })).toEqual({
    read: 'ask',
    grep: 'ask',
    edit: 'grep',
    check: 'edit',
  });
});

test('a cause that is not shown is passed over', () => {
  expect(nested({ read: ['elsewhere'], edit: ['elsewhere', 'read'] })).toEqual({ edit: 'read' });
});

test('a step may be below a later one, but never below itself', () => {
  expect(nested({ child: ['parent'], parent: [] })).toEqual({ child: 'parent' });
  expect(nested({ self: ['self'] })).toEqual({});
  expect(nested({ a: ['c'], b: ['a'], c: ['b'] })).toEqual({ a: 'c', b: 'a' });
  expect(nested({ root: [], a: ['c'], b: ['a'], c: ['b', 'root'] })).toEqual({ a: 'c', b: 'a', c: 'root' });
});

test('a chain as long as the session takes no more time per step', () => {
  const chain = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`s${at}`, [`s${at - 1}`]]));
  expect(Object.keys(nested(chain))).toHaveLength(19_999);
});

function nested(causesOf: Readonly<Record<string, readonly string[]>>) {
  const steps = Object.entries(causesOf).map(([id, causes]) => ({
    id: id as EventId,
    causes: causes.map((cause) => ({ step: cause as EventId })),
  }));
  return Object.fromEntries(nestByCause(steps));
}
