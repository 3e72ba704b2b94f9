import { searchTerms } from '../../../platform/search/words.ts';
import type { IndexedWord } from '../../../platform/search/words.ts';

/**
 * A query as FTS5 queries for all its words: as complete words (`finished`), and with the last one as a prefix. Every
 * word is quoted, so nothing in it is syntax. Undefined where there is no word, or none that could be a prefix.
 */
export function matchQueries(typed: string): { readonly finished?: string; readonly begun?: string } {
  const { finished, begun } = searchTerms(typed);
  return { ...(finished && { finished: query(finished) }), ...(begun && { begun: query(begun) }) };
}

function query(terms: readonly IndexedWord[]): string {
  return terms.map(({ word, isPrefix }) => `"${word}"${isPrefix ? '*' : ''}`).join(' AND ');
}
