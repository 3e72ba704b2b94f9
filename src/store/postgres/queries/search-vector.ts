import { indexText, inRest, longestIndexed, maxIndexed, wordsOf } from '../../../platform/search/words.ts';
import type { IndexedWord } from '../../../platform/search/words.ts';

/**
 * The words of a text as a tsvector, split as every store splits them: PostgreSQL's own parser takes `src/a-b.ts` for
 * one word of a kind, and another version of it for another. Null when there are none.
 */
export function searchVector(text: string | null): string | null {
  if (text === null) return null;
  const words = new Set(wordsOf(indexText(text)));
  return words.size === 0 ? null : vectorOf([...words].slice(0, maxIndexed));
}

export function vectorOf(words: readonly string[]): string {
  return words.map(lexeme).join(' ');
}

export function searchQuery(terms: readonly IndexedWord[]): string {
  return terms.map(queryWord).join(' & ');
}

function queryWord({ word, isPrefix, isAnywhere = false }: IndexedWord): string {
  if (isAnywhere) return `(${queryWord({ word, isPrefix })} | ${queryWord({ word: inRest(word), isPrefix })})`;
  return `${lexeme(word)}${isPrefix ? ':*' : ''}`;
}

/** All words of any of these lists. */
export function anyQuery(forms: readonly (readonly IndexedWord[])[]): string {
  return forms.map((form) => `(${searchQuery(form)})`).join(' | ');
}

export function lexeme(word: string): string {
  return `'${word.slice(0, longestIndexed).toWellFormed().replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '')}'`;
}
