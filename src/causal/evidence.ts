/** Longer pieces of text are cut: evidence is to be recognised, not read. */
const longest = 60;

export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `"${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}"`;
}

/** "the 4 lines", "3 of 4 lines". */
export function mostOf(hit: number, of: number): string {
  if (hit >= of) return of === 1 ? 'the line' : `the ${of} lines`;
  return `${hit} of ${of} lines`;
}

export function listed(words: readonly string[]): string {
  return words.slice(0, 3).join(', ');
}
