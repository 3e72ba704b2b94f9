import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { entriesOf, filesBelow, foldersIn } from './walk.ts';

const folder = mkdtempSync(join(tmpdir(), 'stemma-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const path of ['b.txt', 'a.txt', 'c/d/deep.txt', 'c/near.txt', 'c/near.log', 'e.txt/inside.txt']) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), '');
}
symlinkSync(folder, join(folder, 'c', 'round'));
const found = async (...wanted: [Parameters<typeof filesBelow>[1]?]) =>
  (await Array.fromAsync(filesBelow(folder, ...wanted))).map((path) => relative(folder, path));

test('files come in order of name, folder by folder, and links are not followed', async () => {
  expect(await found()).toEqual(['a.txt', 'b.txt', 'c/d/deep.txt', 'c/near.log', 'c/near.txt', 'e.txt/inside.txt']);
});

test('files are found by name, as deep as asked; a folder of such a name is no file', async () => {
  expect(await found({ named: /\.txt$/, depth: 2 })).toEqual(['a.txt', 'b.txt', 'c/near.txt', 'e.txt/inside.txt']);
  expect(await found({ named: /\.txt$/, depth: 1 })).toEqual(['a.txt', 'b.txt']);
});

test('folders and files are distinguished', async () => {
  expect(await foldersIn(folder)).toEqual([join(folder, 'c'), join(folder, 'e.txt')]);
});

test('there is nothing in a folder that is not there, nor in a file', async () => {
  for (const path of ['none', 'a.txt']) {
    expect(await entriesOf(join(folder, path))).toEqual([]);
    expect(await Array.fromAsync(filesBelow(join(folder, path)))).toEqual([]);
  }
});
