/**
 * The words of a text that people search for by themselves: codes (`GH013`), constants (`EADDRINUSE`), identifiers
 * (`readFile`, `max_age`). Plain words are left out: a long text has most of them. Each once, in order, at most
 * `limit`.
 *
 * Read character by character: an expression for this takes five times as long, and every output goes through here.
 */
export function rareTerms(text: string, limit: number): readonly string[] {
  const found = new Set<string>();
  let start = -1;
  let traits = 0;
  let before = 0;
  for (let at = 0; at <= text.length; at++) {
    const trait = at === text.length ? 0 : traitOf(text.charCodeAt(at));
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
    if (start >= 0 && isRare(traits, at - start)) {
      const term = (traits & underscore) === 0 ? text.slice(start, at) : joined(text.slice(start, at));
      if (term !== undefined && !isHash(term, traits)) found.add(term);
      if (found.size === limit) break;
    }
    start = -1;
    before = 0;
  }
  return [...found];
}

const lower = 1;
const upper = 2;
const digit = 4;
const underscore = 8;
const camel = 16;
const beginsWithDigit = 32;

function traitOf(code: number): number {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  if (code >= 48 && code <= 57) return digit;
  return code === 95 ? underscore : 0;
}

function isRare(traits: number, length: number): boolean {
  if (length < 4 || length > 48 || (traits & beginsWithDigit) !== 0) return false;
  // In capitals, with a digit, or of several words.
  return (traits & lower) === 0 || (traits & (digit | underscore | camel)) !== 0;
}

/**
 * `max_age` as `maxage`: the index splits words at signs, and the parts of names would make every output a match for
 * plain words. Whoever looks for `max_age` looks for both (`read-query.ts`). Undefined when it is one plain word, as in
 * `__init__`.
 */
function joined(term: string): string | undefined {
  const parts = term.split('_').filter((part) => part !== '');
  return parts.length > 1 ? parts.join('') : undefined;
}

/** Parts of ids and hashes: as rare as can be, and nobody types them. Short ones are commits. */
function isHash(term: string, traits: number): boolean {
  return (traits & digit) !== 0 && term.length > 12 && /^[0-9a-f]+$/i.test(term);
}
