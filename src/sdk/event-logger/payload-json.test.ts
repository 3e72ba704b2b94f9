import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestPayload, payloadJson } from './payload-json.ts';

const parsed = (value: unknown): unknown => JSON.parse(payloadJson(value)!.json);

test('what JSON can hold is written as it is', () => {
  fc.assert(
    fc.property(
      fc.json(),
      (json) => void expect(payloadJson(JSON.parse(json))?.json).toBe(JSON.stringify(JSON.parse(json))),
    ),
  );
  expect(payloadJson(undefined)).toBeUndefined();
});

test('an error says what it said', () => {
  expect(parsed({ error: new TypeError('no such shelf', { cause: new Error('it burned') }) })).toMatchObject({
    error: {
      name: 'TypeError',
      message: 'no such shelf',
      stack: expect.stringContaining('payload-json'),
      cause: { message: 'it burned' },
    },
  });
});

test('what JSON refuses is kept as far as possible', () => {
  const circle: Record<string, unknown> = { name: 'a' };
  circle['self'] = circle;
  expect(payloadJson(circle)).toEqual({ json: '{"name":"a","self":"[circular]"}', isPatched: true });
  expect(
    parsed({ big: 12n, map: new Map([['a', 1]]), set: new Set([2]), bytes: new Uint8Array(3), run: () => 1 }),
  ).toEqual({ big: '12n', map: [['a', 1]], set: [2], bytes: '[3 bytes]', run: '[function]' });
  expect(
    parsed({
      a: 1,
      deep: {
        toJSON: () => {
          throw new Error('no');
        },
        b: 2,
      },
    }),
  ).toMatchObject({ a: 1, deep: { b: 2 } });
  expect(
    parsed({
      a: 1,
      big: 1n,
      get b() {
        throw new Error('closed');
      },
    }),
  ).toEqual({ a: 1, big: '1n', b: '[unreadable: closed]' });
});

test('nothing that can be given makes it throw', () => {
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('mine');
      },
      get: () => {
        throw new Error('mine');
      },
      getPrototypeOf: () => {
        throw new Error('mine');
      },
    },
  );
  let deep: unknown = 1n;
  for (let level = 0; level < 50_000; level++) deep = { deep };
  for (const value of [
    hostile,
    { hostile },
    [hostile, 1n],
    deep,
    Symbol('x'),
    () => 1,
    Number.NaN,
    Object.create(null),
    new Date(Number.NaN),
    { d: new Date(Number.NaN), n: 1n },
    { toJSON: () => 1n },
  ]) {
    expect(() => JSON.parse(payloadJson(value)?.json ?? 'null')).not.toThrow();
  }
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withNullPrototype: true,
        withObjectString: true,
      }),
      (value) => void JSON.parse(payloadJson(value)?.json ?? 'null'),
    ),
  );
});

test('what is too long is cut, and says how long it was', () => {
  const { json, cut } = payloadJson({ text: 'x'.repeat(1_000_000) })!;
  expect(cut).toBe(1_000_011);
  expect(JSON.parse(json)).toHaveLength(longestPayload);
  expect(
    payloadJson({ big: 1n, list: Array.from({ length: 100_000 }, (_, at) => ({ at })) })!.json.length,
  ).toBeLessThan(2 * longestPayload);
});
