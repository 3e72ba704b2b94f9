import { describe, expect, test } from 'vitest';
import { embed } from './embed.ts';
import { rotate } from './rotate.ts';
import { codeBytes, exactBelow, packVector, unpackVector, VectorIndex } from './vectors.ts';

const tools = [
  'tsc',
  'cargo',
  'pytest',
  'vite',
  'psql',
  'docker',
  'eslint',
  'webpack',
  'kubectl',
  'gradle',
  'pip',
  'terraform',
  'nginx',
  'redis',
];
const failures = [
  'cannot find module',
  'permission denied while opening',
  'connection refused by',
  'timed out waiting for',
  'unexpected token in',
  'out of memory during',
  'type is not assignable to',
  'no such file or directory',
  'duplicate key in',
  'certificate expired for',
  'missing argument for',
  'undefined variable',
  'already exists:',
  'unsupported version of',
  'failed to parse',
  'checksum mismatch in',
  'too many open files in',
  'conflict while merging',
  'invalid token for',
  'deadlock in',
];
const things = [
  'user',
  'order',
  'invoice',
  'session',
  'payment',
  'report',
  'cache',
  'queue',
  'worker',
  'schema',
  'template',
  'router',
  'widget',
  'parser',
  'socket',
  'image',
  'token',
  'index',
  'layout',
  'profile',
  'account',
  'message',
  'engine',
  'driver',
  'client',
];
const places = ['Service', 'Controller', 'View', 'Store', 'Test', 'Config', 'Helper', 'Model', 'Handler'];

/** Messages as programs write them: alike in many ways, no two the same. */
function messages(count: number): string[] {
  const texts: string[] = [];
  for (let at = 0; texts.length < count; at++) {
    const pick = <T>(list: readonly T[], step: number): T => list[Math.floor((at * 2654435761) / step) % list.length]!;
    texts.push(
      `${pick(tools, 3)}: ${pick(failures, 41)} ${pick(things, 7)}${pick(places, 13)} (${pick(things, 97)} ${pick(places, 211)} ${at.toString(36)}${pick(things, 17)})`,
    );
  }
  return texts;
}

/** A loop, because there are millions of them. */
function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!;
  return sum;
}

test('turning a vector keeps its length and what it is near to', () => {
  const [one, other] = [embed('connection refused'), embed('the server does not answer')];
  const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  expect(dot(rotate(one), rotate(one))).toBeCloseTo(1, 4);
  expect(dot(rotate(one), rotate(other))).toBeCloseTo(dot(one, other), 4);
});

test('a vector is kept in 384 bytes, its code in 48, and comes back as good as it was', () => {
  const vector = embed('ENOENT: no such file or directory');
  const back = unpackVector(packVector(vector));
  expect([packVector(vector).byteLength, codeBytes(vector).byteLength]).toEqual([384, 48]);
  expect(vector.reduce((sum, value, at) => sum + value * back[at]!, 0)).toBeGreaterThan(0.999);
});

describe('an index', () => {
  test('finds the nearest first, and no more than there are', () => {
    const index = new VectorIndex<string>();
    for (const text of ['permission denied', 'disk is full', 'cannot find module']) index.add(text, embed(text));
    const found = index.nearest(embed('disk full'), 10);
    expect(found.map(({ id }) => id)).toHaveLength(3);
    expect(found[0]).toMatchObject({ id: 'disk is full' });
    expect(found[0]!.alike).toBeGreaterThan(found[1]!.alike);
  });

  test('is empty at first', () => {
    expect(new VectorIndex<number>().nearest(embed('anything'), 5)).toEqual([]);
  });

  test('holds the later vector of an id', () => {
    const index = new VectorIndex<number>();
    index.add(1, embed('disk is full'));
    index.add(1, embed('permission denied'));
    expect(index.size).toBe(1);
    expect(index.nearest(embed('permission denied'), 1)[0]!.alike).toBeGreaterThan(0.99);
  });

  test('refuses a vector of another length', () => {
    expect(() => new VectorIndex<number>().add(1, new Float32Array(100))).toThrow('100 dimensions');
  });

  test(
    'of many finds by codes what looking at every one finds: recall at 10 is at least 0.98',
    { timeout: 60_000 },
    () => {
      const texts = messages(exactBelow + 1_000);
      const vectors = texts.map(embed);
      const index = new VectorIndex<number>();
      for (const [at, vector] of vectors.entries()) index.add(at, vector);
      let found = 0;
      const queries = vectors.filter((_, at) => at % 500 === 7);
      for (const query of queries) {
        const scores = vectors.map((vector) => product(vector, query));
        const tenth = scores.toSorted((a, b) => b - a)[9]!;
        found += index.nearest(query, 10).filter(({ id }) => scores[id]! >= tenth - 1e-3).length;
      }
      expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.98);
    },
  );
});
