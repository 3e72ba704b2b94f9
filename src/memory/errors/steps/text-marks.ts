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

/** Undefined for lines that any file has: a lone bracket, `return;`. Blanks and the marks that some tools print for them do not count. */
export function markOf(line: string): number | undefined {
  let mark = 0x811c9dc5;
  let length = 0;
  let letters = 0;
  let hasWord = false;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (isBlank(code)) continue;
    if (length < longestMark) mark = Math.imul(mark ^ code, 0x01000193);
    else if (hasWord) break;
    length++;
    letters = isLetter(code) ? letters + 1 : 0;
    hasWord ||= letters === 3;
  }
  return length < 8 || !hasWord ? undefined : mark >>> 0;
}
const longestMark = 300;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return /[\s→·]/.test(String.fromCharCode(code));
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

/** Arguments that are a phrase in words, as agents describe what a call is for. */
export function goalsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(phrase), ([line]) => line));
}
const phrase = /^[A-Z][a-z]+(?: [\w'&/().,-]+){1,14}$/gm;

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
