import { partsOfName } from '../../platform/search/names.ts';
import { wordsOf } from '../../platform/search/words.ts';

/** What a text is found by: each once, in order. */
export interface TextTerms {
  /**
   * What people search for by itself: codes (`GH013`), constants (`EADDRINUSE`), identifiers (`readFile`, `max_age`).
   */
  readonly names: readonly string[];
  /** Plain words, and those of identifiers: a long text has most of them. In lower case. */
  readonly words: readonly string[];
}

/**
 * The terms of a text, at most so many of each. Read character by character: an expression for this takes five times as
 * long, and every output goes through here.
 */
export function textTerms(text: string, max: { readonly names: number; readonly words: number }): TextTerms {
  const names = new Set<string>();
  const words = new Set<string>();
  const seen = new Set<string>();
  let start = -1;
  let traits = 0;
  let before = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0 : text.charCodeAt(at);
    const trait = code < 128 ? ascii[code]! : isForeign(code) ? foreign : 0;
    if (trait !== 0) {
      if (start < 0) {
        start = at;
        traits = trait === digit ? beginsWithDigit : 0;
      }
      traits |= trait;
      if (trait === upper && before === lower) traits |= camel;
      before = trait;
      continue;
    }
    if (start >= 0 && at - start > 2 && (traits & beginsWithDigit) === 0) {
      const run = text.slice(start, at);
      // Most runs by far.
      if (traits === lower) {
        if (words.size < max.words && run.length <= longest) words.add(run);
      } else if (!seen.has(run)) {
        seen.add(run);
        if ((traits & foreign) !== 0) addAll(words, wordsOf(run), max.words);
        else if (isRare(traits, run.length)) {
          if (!isHash(run, traits)) {
            const parts = (traits & (camel | underscore)) === 0 ? [] : partsOfName(run);
            if ((traits & underscore) === 0) addAll(names, [run], max.names);
            // `max_age` as `maxage`: the index splits words at signs. Whoever looks for one looks for both.
            else if (parts.length > 1) addAll(names, [parts.join('')], max.names);
            addAll(words, parts, max.words);
          }
        } else addAll(words, [run.toLowerCase()], max.words);
      }
    }
    start = -1;
    before = 0;
  }
  return { names: [...names], words: [...words] };
}

function addAll(found: Set<string>, terms: readonly string[], max: number): void {
  for (const term of terms) if (found.size < max && term.length > 2 && term.length <= longest) found.add(term);
}

const lower = 1;
const upper = 2;
const digit = 4;
const underscore = 8;
const camel = 16;
const beginsWithDigit = 32;
const foreign = 64;

/** Longer ones are no words. */
const longest = 48;

/** The trait of each character below 128, looked up: this is asked for each character of every output. */
const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  if (code >= 48 && code <= 57) return digit;
  return code === 95 ? underscore : 0;
});

/** Not the signs of Latin-1, nor the blocks of punctuation, arrows, boxes and symbols. */
function isForeign(code: number): boolean {
  return code >= 0xc0 && (code < 0x2000 || code > 0x2e7f);
}

function isRare(traits: number, length: number): boolean {
  if (length < 4 || length > longest) return false;
  // In capitals, with a digit, or of several words.
  return (traits & lower) === 0 || (traits & (digit | underscore | camel)) !== 0;
}

/** Parts of ids and hashes: as rare as can be, and nobody types them. Short ones are commits. */
function isHash(run: string, traits: number): boolean {
  return (traits & digit) !== 0 && run.length > 12 && /^[0-9a-f]+$/i.test(run);
}
