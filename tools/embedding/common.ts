import type { PlacedPair } from './vocabulary.ts';

/**
 * Takes out of every word the few directions in which whole texts differ most: whether something is said tersely or
 * in prose, or by which family of tools, not what is said. A text is a sum of words, so what is taken from its words
 * is taken from it.
 */
export function removeCommon(
  vectors: Float32Array,
  dimensions: number,
  pairs: readonly PlacedPair[],
  directions: number,
): void {
  const texts = pairs
    .filter(({ kind }) => kind === 'error' || kind === 'message' || kind === 'told')
    .flatMap(({ one, other }) => [one, other])
    .slice(0, 100_000);
  const sums = texts.map((words) => unitSum(vectors, dimensions, words));
  const mean = new Float32Array(dimensions);
  for (const sum of sums) for (let at = 0; at < dimensions; at++) mean[at]! += sum[at]! / sums.length;
  for (const sum of sums) for (let at = 0; at < dimensions; at++) sum[at]! -= mean[at]!;

  const found: Float32Array[] = [];
  for (let count = 0; count < directions; count++) {
    let direction = unit(Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at * (count + 1) + 1)));
    for (let round = 0; round < 30; round++) {
      const next = new Float32Array(dimensions);
      for (const sum of sums) add(next, sum, dot(sum, direction));
      for (const before of found) add(next, before, -dot(next, before));
      direction = unit(next);
    }
    found.push(direction);
  }
  for (let row = 0; row < vectors.length; row += dimensions) {
    const vector = vectors.subarray(row, row + dimensions);
    for (const direction of found) add(vector, direction, -dot(vector, direction));
  }
}

function unitSum(vectors: Float32Array, dimensions: number, words: Int32Array): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of words) add(sum, vectors.subarray(word * dimensions, (word + 1) * dimensions), 1);
  return unit(sum);
}

function add(into: Float32Array, other: Float32Array, times: number): void {
  for (let at = 0; at < into.length; at++) into[at]! += times * other[at]!;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}
