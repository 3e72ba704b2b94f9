/** Where training starts: every word as long as it is rare, so that "the" does not drown "deadlock". */
export function weighByRarity(vectors: Float32Array, dimensions: number, counts: readonly number[]): void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  for (const [word, count] of counts.entries()) {
    const row = vectors.subarray(word * dimensions, (word + 1) * dimensions);
    const length = Math.hypot(...row) || 1;
    const weight = 1e-3 / (1e-3 + count / total) / length;
    for (let at = 0; at < dimensions; at++) row[at]! *= weight;
  }
}
