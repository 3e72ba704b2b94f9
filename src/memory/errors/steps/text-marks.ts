/** Hashes of the significant lines of a text, so that much text is remembered in little space. */
export function linesIn(text: string): ReadonlySet<number> {
  const marks = new Set<number>();
  if (text === '') return marks;
  for (const line of text.slice(0, longestText).split('\n')) {
    const mark = markOf(line);
    if (mark !== undefined) marks.add(mark);
    if (marks.size >= maxLines) break;
  }
  return marks;
}

/** Undefined for lines that any file has: a lone bracket, `return;`. */
export function markOf(line: string): number | undefined {
  const bare = line.replace(/[\s→·]+/g, '');
  if (bare.length < 8 || !/[A-Za-z]{3}/.test(bare)) return undefined;
  let mark = 0x811c9dc5;
  for (let at = 0; at < bare.length && at < 300; at++) mark = Math.imul(mark ^ bare.charCodeAt(at), 0x01000193);
  return mark >>> 0;
}

/** Names in a text that could be specific: longer words, and those written like code. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.slice(0, longestText).matchAll(/[A-Za-z_$][\w$]{2,}/g)) {
    if (word.length < 5 && !/[a-z][A-Z]|[_$\d]/.test(word)) continue;
    words.add(word);
    if (words.size >= maxWords) break;
  }
  return words;
}

/** Words of the arguments of a call, so that two calls can be compared. */
export function termsIn(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const [term] of text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_.@-]+/gu)) {
    terms.add(term);
    if (terms.size >= maxTerms) break;
  }
  return terms;
}

/** 0 to 1: how much of two sets is in both. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const term of one) if (other.has(term)) shared++;
  return (2 * shared) / (one.size + other.size);
}

const longestText = 60_000;
const maxLines = 600;
const maxWords = 600;
const maxTerms = 300;
