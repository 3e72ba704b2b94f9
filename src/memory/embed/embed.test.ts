import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { score } from '../../../tools/embedding/score.ts';
import { permissive, textSources } from '../../../tools/embedding/sources.ts';
import { dimensions, embed, embedWith } from './embed.ts';
import { inOrderOfRows, placesOf } from './places.ts';
import { learned, loadTable, parseTable, writeTable } from './table.ts';

const alike = (one: string, other: string): number =>
  embed(one).reduce((sum, value, at) => sum + value * embed(other)[at]!, 0);

test('a text is a direction: 384 numbers, one long together', () => {
  const vector = embed("Error: Cannot find module 'left-pad'");
  expect(vector).toHaveLength(dimensions);
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
});

test('a text without a word points nowhere', () => {
  expect(embed(' 42 :: % ').every((value) => value === 0)).toBe(true);
});

test('the same text is the same vector, and is not made twice', () => {
  expect(embed('out of disk')).toBe(embed('out of disk'));
});

describe('alike are', () => {
  test.each([
    ['other words for the same', 'no space left on device', 'the disk is full', 'the password is wrong'],
    [
      'the same error of another line, port and folder',
      'listen on /srv/a/app.js:12 port 8080 failed',
      'listen on /home/b/app.js:977 port 9001 failed',
      'import of app failed',
    ],
    ['a name and its words', 'ConnectionTimeoutException', 'the connection timed out', 'the column does not exist'],
    ['a name nobody taught us', 'xyzzyfrob is broken', 'reinstalled Xyzzyfrob', 'reinstalled plughnarf'],
  ])('%s', (_, one, same, other) => {
    expect(alike(one, same)).toBeGreaterThan(alike(one, other) + 0.05);
  });
});

test('errors that no training saw are found in other words: of 40 groups of three, the nearest of 239 texts is of the same group for two thirds of them', () => {
  const { groups } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../tools/embedding/paraphrases.json'), 'utf8'),
  ) as { groups: readonly (readonly string[])[] };
  const judged = groups.filter((_, at) => at % 2 === 1);
  const { first } = score(judged, groups.filter((_, at) => at % 2 === 0).flat(), embed);
  expect(first).toBeGreaterThanOrEqual(0.67);
});

test('two words that belong together say more than each alone, in this order only', () => {
  const words = inOrderOfRows(['time', 'out', 'time out']);
  const rows = new Int8Array(words.length * learned);
  for (const place of words.keys()) rows[place * learned + place] = 100;
  const table = {
    places: placesOf(words),
    rows,
    scales: new Float32Array(words.length).fill(0.01),
    rarities: new Uint8Array(words.length),
  };
  const isPaired = (text: string): boolean => embedWith(table, text)[words.indexOf('time out')]! > 0;
  expect(['time out', 'the time is out', 'out time'].map(isPaired)).toEqual([true, false, false]);
});

describe('the table', () => {
  test('is a few megabytes', () => {
    const { rows, places } = loadTable();
    expect(rows.byteLength).toBeLessThan(7_500_000);
    expect(places.hashes.length).toBeGreaterThan(5_000);
  });

  test('comes back from its file as it was written', () => {
    const table = loadTable();
    const again = parseTable(writeTable(table));
    expect(again.places.hashes).toEqual(table.places.hashes);
    for (const part of ['rows', 'scales', 'rarities'] as const)
      expect(
        Buffer.compare(
          Buffer.from(again[part].buffer, again[part].byteOffset, again[part].byteLength),
          Buffer.from(table[part].buffer, table[part].byteOffset, table[part].byteLength),
        ),
        part,
      ).toBe(0);
  });

  test('has no two names with the same hash', () => {
    expect(() => inOrderOfRows(['w7wzx', 'time', 'wa6cd'])).toThrow('"w7wzx" and "wa6cd"');
  });

  test('finds every name, and no other', () => {
    const names = inOrderOfRows(['time', 'out', 'time out', 'disk']);
    const places = placesOf(names);
    expect([...names, 'out time', ''].map((name) => places.get(name))).toEqual([0, 1, 2, 3, undefined, undefined]);
  });

  test('of another version is refused', () => {
    expect(() => parseTable(Buffer.from('STEMMA-WORDS-9\n'))).toThrow('another version');
  });
});

describe('what it was trained on', () => {
  const root = join(import.meta.dirname, '../../../tools/embedding');

  test('is listed with its licence, package by package', () => {
    const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');
    const missing = textSources.filter(
      ({ name, version, licence }) =>
        !lines.some((line) => line.includes(`· ${licence} |`) && line.includes(`${name} ${version}`)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('from npm is under licences that are on the list', () => {
    expect(
      textSources
        .filter(({ from, licence }) => from === 'npm' && !permissive.includes(licence))
        .map(({ name }) => name),
    ).toEqual([]);
  });
});
