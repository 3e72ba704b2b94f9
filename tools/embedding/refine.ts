// npm run refine:embedding: teaches the table of words which wordings mean the same trouble. README.md tells how.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashOf } from '../../src/memory/embed/letters.ts';
import { Places } from '../../src/memory/embed/places.ts';
import { learned, parseTable, writeTable } from '../../src/memory/embed/table.ts';
import type { Table } from '../../src/memory/embed/table.ts';
import { nameMark, wordsOf } from '../../src/memory/embed/words.ts';
import { roundRow } from './quantise.ts';

const assets = join(import.meta.dirname, '../../assets/embedding/words.bin');

if (import.meta.main) {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (values.from === undefined)
    throw new Error('--from names no table as it was trained, before it was refined: see tools/embedding/README.md.');
  writeFileSync(assets, writeTable(refine(parseTable(readFileSync(values.from)))));
}

/** The same table with the words and word pairs of troubles/ added, and all of these moved to where they are alike. */
export function refine(table: Table): Table {
  const common = readTroubles('common.txt');
  const special = readTroubles('special.txt');
  const added = unknownNames([...common, ...special], table.places);
  if (added.length === 0) throw new Error('This table knows every word of troubles/: it was refined before.');
  const rowOf = new Map(added.map((name, at) => [name, table.scales.length + at]));
  const bags = [common, special].map((troubles) =>
    troubles.map((wordings) => wordings.map((wording) => rowsOf(wording, table.places, rowOf))),
  );
  return inOrder(table, added, moved(vectorsOf(table, added.length), bags));
}

/** One trouble in each line, its wordings apart by `|`. */
function readTroubles(name: string): readonly (readonly string[])[] {
  return readFileSync(join(import.meta.dirname, 'troubles', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | '));
}

/** Words that the table does not know, and word pairs of at least two troubles. */
function unknownNames(troubles: readonly (readonly string[])[], places: Places): readonly string[] {
  const found = new Map<string, number>();
  for (const wordings of troubles) {
    const here = new Set<string>();
    for (const words of wordings.map(wordsOf))
      for (const [at, word] of words.entries()) {
        if (word.startsWith(nameMark)) continue;
        if (placeOf(word, places) === undefined) here.add(word);
        const before = words[at - 1];
        if (before === undefined || before.startsWith(nameMark)) continue;
        if (places.get(`${before} ${word}`) === undefined) here.add(`${before} ${word}`);
      }
    for (const name of here) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return [...found].filter(([name, times]) => times > 1 || !name.includes(' ')).map(([name]) => name);
}

/** The rows of a text's words and word pairs, as embed.ts looks them up. */
function rowsOf(text: string, places: Places, added: ReadonlyMap<string, number>): readonly number[] {
  const words = wordsOf(text);
  const rows = new Set<number | undefined>();
  for (const [at, word] of words.entries()) {
    rows.add(placeOf(word, places) ?? added.get(word));
    if (at === 0) continue;
    const two = `${words[at - 1]!} ${word}`;
    rows.add(places.get(two) ?? added.get(two));
  }
  return [...rows].filter((row) => row !== undefined);
}

function placeOf(word: string, places: Places): number | undefined {
  return places.get(word) ?? (word.endsWith('s') ? places.get(word.slice(0, -1)) : undefined);
}

/** What is added begins at nothing. */
function vectorsOf({ scales, rows }: Table, added: number): Float32Array {
  const vectors = new Float32Array((scales.length + added) * learned);
  for (const [at, value] of rows.entries()) vectors[at] = value * scales[Math.floor(at / learned)]!;
  return vectors;
}

function moved(vectors: Float32Array, bags: readonly unknown[]): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-refine-'));
  writeFileSync(join(folder, 'vectors.f32'), vectors);
  writeFileSync(join(folder, 'troubles.json'), JSON.stringify(bags));
  const python = process.env['STEMMA_TRAINING_PYTHON'] ?? 'python3';
  execFileSync(python, [join(import.meta.dirname, 'distil/refine.py'), folder, String(learned)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // More threads only wait for each other over matrices this small.
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1' },
  });
  const result = new Float32Array(new Uint8Array(readFileSync(join(folder, 'vectors.f32'))).buffer);
  rmSync(folder, { recursive: true });
  return result;
}

function inOrder({ places, rarities }: Table, added: readonly string[], vectors: Float32Array): Table {
  const all = [
    ...Array.from(places.hashes, (hash, row) => ({ hash, row, rarity: rarities[row]! })),
    ...added.map((name, at) => ({
      hash: hashOf(name, 0, name.length),
      row: places.hashes.length + at,
      rarity: 255,
    })),
  ].toSorted((a, b) => a.hash - b.hash);
  const rows = new Int8Array(all.length * learned);
  const scales = all.map(({ row }, place) =>
    roundRow(vectors.subarray(row * learned, (row + 1) * learned), rows, place),
  );
  return {
    places: new Places(Uint32Array.from(all, ({ hash }) => hash)),
    rows,
    scales: Float32Array.from(scales),
    rarities: Uint8Array.from(all, ({ rarity }) => rarity),
  };
}
