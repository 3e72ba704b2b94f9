import { expect, test } from 'vitest';
import { recordErrorEvent } from '../entries/record-error-event.ts';
import { parseArguments } from './parse-arguments.ts';
import { failureOf } from './thrown.ts';

const circular: Record<string, unknown> = {};
circular['self'] = circular;
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('do not look');
    },
  },
);
const silent = {
  toString: () => 'x',
  get message(): string {
    throw new Error('no');
  },
};

const loop = new Error('round');
loop.cause = loop;

test.each<readonly [string, unknown, string]>([
  ['an error', new RangeError('7 is too many'), 'RangeError: 7 is too many'],
  [
    'one that says its name already',
    Object.assign(new Error('TimeoutError: after 5 s'), { name: 'TimeoutError' }),
    'TimeoutError: after 5 s',
  ],
  [
    'one with a cause',
    new Error('could not start', { cause: new Error('port is taken') }),
    'Error: could not start (port is taken)',
  ],
  [
    'one with a cause that has one',
    new Error('could not start', { cause: new Error('could not listen', { cause: new Error('port is taken') }) }),
    'Error: could not start (port is taken)',
  ],
  ['one that causes itself', loop, 'Error: round'],
  [
    'one whose cause says no more',
    new Error('failed: port is taken', { cause: new Error('port is taken') }),
    'Error: failed: port is taken',
  ],
  [
    'several at once',
    new AggregateError([new Error('first'), new Error('second')], 'all failed'),
    'AggregateError: all failed (first)',
  ],
  ['one without words', new Error(''), 'Error: '],
  ['a text', 'it broke', 'it broke'],
  ['an empty text', '', 'thrown: string'],
  ['nothing', undefined, 'thrown: undefined'],
  ['null', null, 'thrown: null'],
  ['a number', 404, 'thrown: 404'],
  ['a symbol', Symbol('odd'), 'thrown: Symbol(odd)'],
  ['an object', { code: 'E_ODD' }, 'thrown: {"code":"E_ODD"}'],
  ['an object with a message', { message: 'from elsewhere' }, 'from elsewhere'],
  ['an object that holds itself', circular, 'thrown: object'],
  ['an object that must not be looked at', hostile, 'thrown: object'],
  ['an object whose message throws', silent, 'thrown: object'],
])('%s says what it can, and can be recorded', (_, thrown, message) => {
  const failure = failureOf(thrown);
  expect(failure.message).toBe(message);
  expect(parseArguments(recordErrorEvent, [failure], 0)).toEqual(failure);
});

test.each<readonly [string, string, object]>([
  [
    'a frame with a name',
    'Error: x\n    at sum (/app/src/cart.ts:12:7)\n    at main (/app/src/main.ts:3:1)',
    { file: '/app/src/cart.ts', line: 12 },
  ],
  ['a module', 'Error: x\n    at file:///app/src/cart.ts:12:7', { file: '/app/src/cart.ts', line: 12 }],
  [
    'an async frame',
    'Error: x\n    at async Promise.all (index 0)\n    at async run (file:///app/run.js:4:5)',
    { file: '/app/run.js', line: 4 },
  ],
  ['Windows', 'Error: x\n    at sum (C:\\app\\cart.js:12:7)', { file: 'C:\\app\\cart.js', line: 12 }],
  [
    'packages and Node before it',
    'Error: x\n    at parse (node:url:1:2)\n    at get (/app/node_modules/got/index.js:9:9)\n    at load (/app/load.js:5:6)',
    { file: '/app/load.js', line: 5 },
  ],
  [
    'only packages',
    'Error: x\n    at get (/app/node_modules/got/index.js:9:9)',
    { file: '/app/node_modules/got/index.js', line: 9 },
  ],
  ['no frame', 'Error: x', {}],
])('the place is found in a stack with %s', (_, stack, place) => {
  expect(failureOf({ message: 'x', stack }).context).toEqual({ stack, ...place });
});
