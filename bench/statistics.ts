/** Other work on the machine only ever makes a run slower, so the middle of several says more than their mean. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How quick it is when the rest of the machine lets it be: of ten runs one was at least as quick. */
export function bestTenth(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)]!;
}

/** The figures behind a median. */
export function spread(values: readonly number[]): string {
  return `best ${Math.min(...values).toFixed(2)} ms, best tenth ${bestTenth(values).toFixed(2)} ms, worst ${Math.max(...values).toFixed(2)} ms`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
