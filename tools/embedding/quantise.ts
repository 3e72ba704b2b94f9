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
  for (const place of words.keys()) {
    let most = 0;
    for (let at = place * learned; at < (place + 1) * learned; at++) most = Math.max(most, Math.abs(vectors[at]!));
    scales[place] = most / 127 / typical;
    for (let at = place * learned; at < (place + 1) * learned; at++)
      rows[at] = Math.round((vectors[at]! / (most || 1)) * 127);
    // A word that is one of a thousand tells nothing by its letters, one of a million all it can.
    rarities[place] = Math.round(255 * Math.min(1, Math.max(0, Math.log10(total / counts[place]!) - 3) / 3));
  }
  return { places: new Map(words.map((word, place) => [word, place])), rows, scales, rarities };
}
