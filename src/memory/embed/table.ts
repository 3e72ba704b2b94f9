import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What was learned about words (`npm run train:embedding`): one row of small integers for each. */
export interface Table {
  /** Where a word's row is. */
  readonly places: ReadonlyMap<string, number>;
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

const mark = 'STEMMA-WORDS-1\n';

/** The mark; how many bytes the words are, and how many words; the words, a line each; scales, rarities, rows. */
export function parseTable(file: Buffer): Table {
  if (file.toString('latin1', 0, mark.length) !== mark)
    throw new Error('This is not a table of words, or one of another version.');
  const bytes = file.readUInt32LE(mark.length);
  const count = file.readUInt32LE(mark.length + 4);
  let at = mark.length + 8;
  const words = file.toString('utf8', at, at + bytes).split('\n');
  at += bytes;
  const places = new Map<string, number>();
  for (let place = 0; place < count; place++) places.set(words[place]!, place);
  const scales = new Float32Array(count);
  // As the machine has them: every platform Node runs stemma on keeps the low byte first.
  new Uint8Array(scales.buffer).set(file.subarray(at, at + 4 * count));
  at += 4 * count;
  const start = file.byteOffset + at;
  return {
    places,
    scales,
    rarities: new Uint8Array(file.buffer, start, count),
    rows: new Int8Array(file.buffer, start + count, count * learned),
  };
}

export function writeTable(words: readonly string[], { scales, rarities, rows }: Omit<Table, 'places'>): Buffer {
  const text = Buffer.from(words.join('\n'));
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(text.length, 0);
  sizes.writeUInt32LE(words.length, 4);
  const scaleBytes = Buffer.alloc(4 * scales.length);
  for (const [place, scale] of scales.entries()) scaleBytes.writeFloatLE(scale, 4 * place);
  return Buffer.concat([
    Buffer.from(mark),
    sizes,
    text,
    scaleBytes,
    rarities,
    new Uint8Array(rows.buffer, rows.byteOffset, rows.length),
  ]);
}
