import { indexText, wordsOf, type Term } from '../search-words.ts';

/**
 * The words of a text as a tsvector, cut as every store cuts them: PostgreSQL's own parser takes `src/a-b.ts` for one word of a kind, and
 * another version of it for another. Null when there are none.
 */
export function searchVector(text: string | null): string | null {
  if (text === null) return null;
  const words = new Set(wordsOf(indexText(text)));
  if (words.size === 0) return null;
  return [...words].slice(0, mostWords).map(lexeme).join(' ');
}

export function searchQuery(terms: readonly Term[]): string {
  return terms.map(({ word, isBeginning }) => `${lexeme(word)}${isBeginning ? ':*' : ''}`).join(' & ');
}

/** PostgreSQL takes words of up to 2 kB; longer ones are found by their beginning. */
function lexeme(word: string): string {
  return `'${word.slice(0, longestWord).toWellFormed().replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '')}'`;
}

const longestWord = 500;
// A text of a few hundred bytes has far fewer; a tsvector may take 1 MB.
const mostWords = 2_000;
