import { searchTerms, type Term } from '../../queries/events/search-words.ts';

/**
 * What people type, as FTS5 queries for all its words: as `finished` words, and with the last one as a beginning.
 * Every word is quoted, so nothing in it is syntax. Undefined where there is no word, or none that could be a
 * beginning.
 */
export function matchQueries(typed: string): { readonly finished?: string; readonly begun?: string } {
  const { finished, begun } = searchTerms(typed);
  return { ...(finished && { finished: query(finished) }), ...(begun && { begun: query(begun) }) };
}

function query(terms: readonly Term[]): string {
  return terms.map(({ word, isBeginning }) => `"${word}"${isBeginning ? '*' : ''}`).join(' AND ');
}
