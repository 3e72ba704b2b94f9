import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeApp } from '../../testing/fake-app.ts';

let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-embed-'));
  await mkdir(join(home, '.stemma'));
});

afterAll(() => rm(home, { recursive: true }));

const given = (text: string) => fakeApp(home, { input: async () => text }).run;

test('texts on standard input come back as vectors of unit length, in order', async () => {
  const { code, out, err } = await given('{"texts": ["disk is full", "", "disk is full"]}')('embed', '--json');
  const { dimensions, vectors } = JSON.parse(out) as { dimensions: number; vectors: number[][] };
  expect({ code, err, dimensions, lengths: vectors.map(({ length }) => length) }).toEqual({
    code: 0,
    err: '',
    dimensions: 384,
    lengths: [384, 384, 384],
  });
  expect(Math.hypot(...vectors[0]!)).toBeCloseTo(1, 5);
  expect(vectors[1]!.every((value) => value === 0)).toBe(true);
  expect(vectors[2]).toEqual(vectors[0]);
});

test('no texts are no vectors', async () => {
  expect(await given('{"texts": []}')('embed', '--json')).toMatchObject({
    code: 0,
    out: '{"dimensions":384,"vectors":[]}\n',
  });
});

test('for a person the first text is compared with the others, the likest first', async () => {
  const { code, out } = await fakeApp(home).run(
    'embed',
    'no space left on device',
    'wrong password',
    'the disk is full',
  );
  expect(code).toBe(0);
  expect(out.split('\n').map((line) => line.replace(/^ *-?\d\.\d\d {2}/, '~ '))).toEqual([
    'no space left on device',
    '~ the disk is full',
    '~ wrong password',
    '',
  ]);
});

test.each([
  ['nothing', '', 'is not JSON'],
  ['a list', '["a"]', 'has no list `texts`'],
  ['null', 'null', 'is not JSON'],
  ['texts that are no texts', '{"texts": [1]}', 'has no list `texts`'],
])('%s on standard input is misuse, and says what is wanted', async (_, text, message) => {
  const { code, out, err } = await given(text)('embed', '--json');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('What came on standard input');
  if (text !== 'null') expect(err).toContain(message);
});

test('at a terminal it does not wait for input that nobody knows about', async () => {
  expect(await fakeApp(home).run('embed')).toMatchObject({ code: 2, err: expect.stringContaining('embed needs TEXT') });
});

test('one text alone is only of use as a vector', async () => {
  expect(await fakeApp(home).run('embed', 'alone')).toMatchObject({ code: 2 });
  expect(await fakeApp(home).run('embed', 'alone', '--json')).toMatchObject({ code: 0 });
});

test('the endpoint in config.json is used, and a missing one is reported', async () => {
  const other = await mkdtemp(join(home, 'configured-'));
  await mkdir(join(other, '.stemma'));
  await writeFile(
    join(other, '.stemma', 'config.json'),
    '{"embedding": {"url": "http://127.0.0.1:9/api/embed", "model": "m"}}',
  );
  const { code, err } = await fakeApp(other).run('embed', 'a', 'b');
  expect(code).toBe(1);
  expect(err).toContain('The embedding endpoint 127.0.0.1:9 is of no use.');
  await fakeApp(other).run('remember', 'disk is full');
  const similar = await fakeApp(other).run('similar', 'the disk is full now', '--json');
  expect(similar).toMatchObject({
    code: 0,
    err: expect.stringContaining('The embedding endpoint 127.0.0.1:9 is of no use.'),
  });
  expect(JSON.parse(similar.out)).toMatchObject({ matches: [{ error_message: 'disk is full' }], judged_by: null });
  await writeFile(join(other, '.stemma', 'config.json'), '{"embedding": {"model": "m"}}');
  expect(await fakeApp(other).run('embed', 'a', 'b')).toMatchObject({
    code: 1,
    err: expect.stringContaining('`embedding` must name an endpoint'),
  });
});
