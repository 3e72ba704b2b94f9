import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { peekFile, peekStream } from './peek.ts';

const folder = mkdtempSync(join(tmpdir(), 'stemma-peek-'));
function file(content: string | Buffer): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, content);
  return path;
}
const lines = (count: number, width: number) =>
  Array.from({ length: count }, (_, i) => `${i} ${'x'.repeat(width)}\n`).join('');

test('a small file is its own head and tail', async () => {
  expect(await peekFile(file('a\nb\n'))).toMatchObject({ head: 'a\nb\n', tail: 'a\nb\n' });
});

test('head and tail hold whole lines only', async () => {
  const { head, tail } = await peekFile(file(`${lines(2000, 100)}torn`));
  expect(head).toMatch(/^0 x+\n[\s\S]*x\n$/);
  expect(tail).toMatch(/^\d+ x+\n[\s\S]*\n1999 x+\n$/);
});

test('a first or last line of half a megabyte is still seen', async () => {
  const long = 'y'.repeat(500_000);
  const { head, tail } = await peekFile(file(`${long}\n${lines(100, 1000)}${long}\n`));
  expect(head.startsWith(`${long}\n`)).toBe(true);
  expect(tail.endsWith(`${long}\n`)).toBe(true);
});

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('looks into a %s file', async (_name, pack) => {
  const { head, tail } = await peekFile(file(pack(Buffer.from(lines(3, 5)))));
  expect([head, tail]).toEqual([lines(3, 5), lines(3, 5)]);
});

test('sees what there is of a gzip file that was cut short', async () => {
  const whole = gzipSync(Buffer.from(lines(5000, 50)), { level: 0 });
  const { head } = await peekFile(file(whole.subarray(0, whole.length / 2)));
  expect(head.startsWith('0 xx')).toBe(true);
});

test('a file without any newline is one line', async () => {
  expect(await peekFile(file('{"a":1}'))).toMatchObject({ head: '{"a":1}', tail: '{"a":1}' });
});

test.each([
  ['short lines', lines(50_000, 100)],
  ['a long first and last line', `${'x'.repeat(200_000)}\n${lines(100, 1000)}${'y'.repeat(200_000)}\n`],
  ['one line', 'x'.repeat(100_000)],
])('a stream that uses one buffer again and again has the ends of the file: %s', async (_, text) => {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const buffer = Buffer.alloc(10_000);
    for (let at = 0; at < text.length; at += buffer.length)
      yield buffer.subarray(0, buffer.write(text.slice(at, at + buffer.length)));
  }
  const path = file(text);
  expect(await peekStream(path, chunks())).toEqual(await peekFile(path));
});
