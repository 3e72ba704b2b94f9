/** The candidate a person probably wanted; undefined when none is close enough to suggest. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewestEdits = Math.max(2, Math.floor(word.length / 2)) + 1;
  for (const candidate of candidates) {
    if (word.length > 1 && candidate.startsWith(word)) return candidate;
    const edits = distance(word, candidate);
    if (edits >= fewestEdits || edits >= candidate.length) continue;
    best = candidate;
    fewestEdits = edits;
  }
  return best;
}

/** Letters to add, drop, change or swap with a neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}
