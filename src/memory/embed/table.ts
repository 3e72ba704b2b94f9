import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Places } from './places.ts';

/**
 * What was learned about words and pairs of words that stand together, such as `not found` (`npm run
 * train:embedding`): one row of small integers for each.
 */
export interface Table {
  readonly places: Places;
  readonly rows: Int8Array;
  /** A row times its scale is the word's vector; its length shows how informative the word is. */
  readonly scales: Float32Array;
  /** How informative the letters of a word are, of 255: little for words that are everywhere. */
  readonly rarities: Uint8Array;
}

/** Learned dimensions; the rest of a vector comes from letters, so that unseen names count too. */
export const learned = 256;

let loaded: Table | undefined;

/** Read when the first text is embedded, a few milliseconds, and kept. */
export function loadTable(): Table {
  return (loaded ??= parseTable(readFileSync(tablePath())));
}

/** src/, dist/ and a bench's build are differently deep below the folder that has assets/. */
function tablePath(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let folder = here; ; folder = dirname(folder)) {
    const path = join(folder, 'assets/embedding/words.bin');
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) throw new Error(`There is no assets/embedding/words.bin above ${here}.`);
  }
}

const mark = 'STEMMA-WORDS-3\n';

/** The mark; how many rows; of each the hash of its name, its scale, its rarity; the rows. */
export function parseTable(file: Buffer): Table {
  if (file.toString('latin1', 0, mark.length) !== mark)
    throw new Error('This is not a table of words, or one of another version.');
  const count = file.readUInt32LE(mark.length);
  let at = mark.length + 4;
  // Numbers as the machine has them: every platform Node runs stemma on keeps the low byte first.
  const hashes = new Uint32Array(count);
  new Uint8Array(hashes.buffer).set(file.subarray(at, (at += 4 * count)));
  const scales = new Float32Array(count);
  new Uint8Array(scales.buffer).set(file.subarray(at, (at += 4 * count)));
  const start = file.byteOffset + at;
  return {
    places: new Places(hashes),
    scales,
    rarities: new Uint8Array(file.buffer, start, count),
    rows: new Int8Array(file.buffer, start + count, count * learned),
  };
}

export function writeTable({ places, scales, rarities, rows }: Table): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(scales.length);
  return Buffer.concat([Buffer.from(mark), count, ...[places.hashes, scales, rarities, rows].map(bytesOf)]);
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
