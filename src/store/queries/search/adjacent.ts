import { wordsOf } from '../../../platform/search/words.ts';
import type { SearchTerm } from '../../store.ts';
import { maxTerms, type Terms } from './matches.ts';

/**
 * Finds terms that stand beside each other in a question and in a text: `web search` in "a web search", not in "search
 * the web page". At most one other word is between them.
 */
export class Adjacent {
  /** A word, and the terms it is a form of. */
  readonly #words = new Map<string, Terms>();

  constructor(terms: readonly SearchTerm[]) {
    for (const [at, { forms }] of terms.slice(0, maxTerms).entries()) {
      for (const [{ word, isPrefix } = none, ...others] of forms) {
        if (others.length === 0 && !isPrefix) this.#words.set(word, (this.#words.get(word) ?? 0) | (1 << at));
      }
    }
  }

  /** The first of each two terms that are found so in any of the texts. */
  firsts(texts: readonly string[]): Terms {
    let firsts = 0;
    for (const text of texts) {
      const words = wordsOf(text);
      for (const [at, word] of words.entries()) {
        const terms = this.#words.get(word);
        if (terms === undefined) continue;
        const next = this.#of(words[at + 1]) | this.#of(words[at + 2]);
        firsts |= terms & (next >> 1);
      }
    }
    return firsts;
  }

  #of(word: string | undefined): Terms {
    return word === undefined ? 0 : (this.#words.get(word) ?? 0);
  }
}

const none = { word: '', isPrefix: true };
