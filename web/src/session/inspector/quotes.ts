/** The texts that evidence quotes: whole lines after a colon, or single words. */
export function quotesIn(evidence: readonly string[]): readonly string[] {
  return evidence.flatMap((text) => {
    // A quoted line may contain quotes itself and ends the evidence.
    const line = /: "(.*)"$/.exec(text)?.[1];
    if (line !== undefined && !text.startsWith('shares only')) return [line.replace(/ …$/, '')];
    return [...text.matchAll(/"([^"]+)"/g)].map(([, word]) => word!);
  });
}

/** Where quoted texts are in a text. White space may differ: evidence is written on one line. */
export function findQuotes(text: string, quotes: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  for (const quote of quotes) {
    const pattern = quote
      .split(/\s+/)
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('\\s+');
    // A word is found as a whole; a line may stand directly before the next one.
    const whole = `${/^[\w$]/.test(quote) ? '(?<![\\w$])' : ''}${pattern}${/[\w$]$/.test(quote) ? '(?![\\w$])' : ''}`;
    for (const match of text.matchAll(new RegExp(whole, 'g'))) {
      if (match[0] !== '') found.push([match.index, match.index + match[0].length]);
      if (found.length >= maxMarks) return found;
    }
  }
  return found;
}

const maxMarks = 500;
