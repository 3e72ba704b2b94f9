import { gaussian, seeded } from './random.ts';

/**
 * Word vectors from which words stand near which: positive pointwise mutual information, then the strongest
 * `dimensions` directions of it (randomised SVD). Words that are used alike come out alike.
 */
export function vectorsFromNeighbours(
  texts: readonly Int32Array[],
  words: number,
  dimensions: number,
  window: number,
  say: (text: string) => void,
): Float32Array {
  const counts = countNeighbours(texts, words, window);
  say('counted neighbours');
  const matrix = mutualInformation(counts, words);
  say(`${matrix.values.length.toLocaleString('en')} pairs of words tell something`);
  return strongestDirections(matrix, words, dimensions, say);
}

interface Sparse {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

function countNeighbours(texts: readonly Int32Array[], words: number, window: number): Float32Array {
  const counts = new Float32Array(words * words);
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const word = text[at]!;
      if (word < 0) continue;
      const end = Math.min(text.length, at + window + 1);
      for (let other = at + 1; other < end; other++) {
        const near = text[other]!;
        if (near < 0 || near === word) continue;
        const weight = 1 / (other - at);
        counts[word * words + near]! += weight;
        counts[near * words + word]! += weight;
      }
    }
  }
  return counts;
}

function mutualInformation(counts: Float32Array, words: number): Sparse {
  const rowSums = new Float64Array(words);
  let total = 0;
  let smoothedTotal = 0;
  for (let row = 0; row < words; row++) {
    let sum = 0;
    for (let column = 0; column < words; column++) sum += counts[row * words + column]!;
    rowSums[row] = sum;
    total += sum;
  }
  // Rare neighbours are overrated unless their counts are smoothed.
  const smoothed = rowSums.map((sum) => sum ** 0.75);
  for (const sum of smoothed) smoothedTotal += sum;
  const starts = new Int32Array(words + 1);
  const columns: Int32Array[] = [];
  const values: Float32Array[] = [];
  for (let row = 0; row < words; row++) {
    const rowColumns: number[] = [];
    const rowValues: number[] = [];
    for (let column = 0; column < words; column++) {
      const count = counts[row * words + column]!;
      if (count < 0.5) continue;
      const information = Math.log((count * smoothedTotal) / (rowSums[row]! * smoothed[column]!));
      if (information > 0) {
        rowColumns.push(column);
        rowValues.push(information);
      }
    }
    columns.push(Int32Array.from(rowColumns));
    values.push(Float32Array.from(rowValues));
    starts[row + 1] = starts[row]! + rowColumns.length;
  }
  const flatColumns = new Int32Array(starts[words]!);
  const flatValues = new Float32Array(starts[words]!);
  for (let row = 0; row < words; row++) {
    flatColumns.set(columns[row]!, starts[row]!);
    flatValues.set(values[row]!, starts[row]!);
  }
  return { starts, columns: flatColumns, values: flatValues };
}

/** Rows of U·√S of the symmetric matrix, by subspace iteration from a seeded start. */
function strongestDirections(
  matrix: Sparse,
  words: number,
  dimensions: number,
  say: (text: string) => void,
): Float32Array {
  const width = dimensions + 16;
  const random = seeded(7);
  let basis = new Float32Array(words * width);
  for (let at = 0; at < basis.length; at++) basis[at] = gaussian(random);
  for (let round = 0; round < 5; round++) {
    basis = times(matrix, basis, words, width);
    orthonormalise(basis, words, width);
    say(`direction round ${round + 1}`);
  }
  const image = times(matrix, basis, words, width);
  // Strength of each direction: how long its image is. Close enough to the singular value once the subspace has
  // settled.
  const result = new Float32Array(words * dimensions);
  const strengths = Array.from({ length: width }, (_, column) => {
    let sum = 0;
    for (let row = 0; row < words; row++) sum += image[row * width + column]! ** 2;
    return { column, strength: Math.sqrt(sum) };
  }).toSorted((a, b) => b.strength - a.strength);
  for (let at = 0; at < dimensions; at++) {
    const { column, strength } = strengths[at]!;
    for (let row = 0; row < words; row++)
      result[row * dimensions + at] = basis[row * width + column]! * Math.sqrt(strength);
  }
  return result;
}

function times(
  { starts, columns, values }: Sparse,
  dense: Float32Array,
  rows: number,
  width: number,
): Float32Array<ArrayBuffer> {
  const result = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const target = row * width;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const value = values[at]!;
      const source = columns[at]! * width;
      for (let k = 0; k < width; k++) result[target + k]! += value * dense[source + k]!;
    }
  }
  return result;
}

/** Gram-Schmidt, column by column, on the transposed matrix so that columns lie together. */
function orthonormalise(matrix: Float32Array, rows: number, width: number): void {
  const columns = Array.from({ length: width }, (_, k) => {
    const column = new Float32Array(rows);
    for (let row = 0; row < rows; row++) column[row] = matrix[row * width + k]!;
    return column;
  });
  for (let k = 0; k < width; k++) {
    const column = columns[k]!;
    for (let pass = 0; pass < 2; pass++) {
      for (let before = 0; before < k; before++) {
        const other = columns[before]!;
        let dot = 0;
        for (let row = 0; row < rows; row++) dot += column[row]! * other[row]!;
        for (let row = 0; row < rows; row++) column[row]! -= dot * other[row]!;
      }
    }
    let norm = 0;
    for (let row = 0; row < rows; row++) norm += column[row]! ** 2;
    norm = Math.sqrt(norm) || 1;
    for (let row = 0; row < rows; row++) column[row]! /= norm;
  }
  for (let k = 0; k < width; k++) for (let row = 0; row < rows; row++) matrix[row * width + k] = columns[k]![row]!;
}
