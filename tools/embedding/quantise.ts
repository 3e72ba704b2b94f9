import { inOrderOfRows, placesOf } from '../../src/memory/embed/places.ts';
import { learned } from '../../src/memory/embed/table.ts';
import type { Table } from '../../src/memory/embed/table.ts';

/** Vectors as whole numbers from -127 to 127, each with a scale of its own; the longest third of them about 1 long. */
export function quantise(words: readonly string[], counts: readonly number[], vectors: Float32Array): Table {
  const lengths = words.map((_, place) => Math.hypot(...vectors.subarray(place * learned, (place + 1) * learned)));
  const typical = lengths.toSorted((a, b) => b - a)[Math.floor(lengths.length / 3)]!;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rows = new Int8Array(words.length * learned);
  const scales = new Float32Array(words.length);
  const rarities = new Uint8Array(words.length);
  const given = new Map(words.map((word, at) => [word, at]));
  const names = inOrderOfRows(words);
  for (const [place, name] of names.entries()) {
    const at = given.get(name)!;
    scales[place] = roundRow(vectors.subarray(at * learned, (at + 1) * learned), rows, place) / typical;
    // A word that is one of a thousand tells nothing by its letters, one of a million all it can.
    rarities[place] = Math.round(255 * Math.min(1, Math.max(0, Math.log10(total / counts[at]!) - 3) / 3));
  }
  return { places: placesOf(names), rows, scales, rarities };
}

/** Puts the vector into its row as whole numbers, and returns the scale that makes it of them again. */
export function roundRow(vector: Float32Array, rows: Int8Array, place: number): number {
  const most = vector.reduce((so, value) => Math.max(so, Math.abs(value)), 0);
  for (const [column, value] of vector.entries())
    rows[place * learned + column] = Math.round((value / (most || 1)) * 127);
  return most / 127;
}
