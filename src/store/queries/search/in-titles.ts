import { moreOfNames } from '../../../platform/search/names.ts';
import { wordsOf } from '../../../platform/search/words.ts';
import type { SearchTerm } from '../../store.ts';
import { maxTerms, type Terms } from './matches.ts';

/** Finds terms in titles. */
export class InTitles {
  readonly #terms: readonly SearchTerm[];
  /** Any word of any form: most titles have none, and are not split. */
  readonly #any: RegExp;

  constructor(terms: readonly SearchTerm[]) {
    this.#terms = terms.slice(0, maxTerms);
    const words = this.#terms.flatMap(({ forms }) => forms.flatMap((form) => form.map(({ word }) => word)));
    this.#any = new RegExp(words.join('|'));
  }

  termsIn(title: string): Terms {
    // `maxage` is in `max_age`; letters beyond ASCII are compared without their accents.
    if (isAscii.test(title) && !this.#any.test(title.toLowerCase().replaceAll('_', ''))) return 0;
    const words = new Set([...wordsOf(title), ...moreOfNames(title)]);
    return this.#terms.reduce(
      (bits, { forms }, at) =>
        forms.some((form) => form.every(({ word }) => words.has(word))) ? bits | (1 << at) : bits,
      0,
    );
  }
}

const isAscii = /^[\x00-\x7f]*$/;
